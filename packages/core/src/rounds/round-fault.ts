/**
 * What the hook of an application did wrong in a round. Its text goes to the log and to the client: it names keys, kinds and
 * schemas, and shows no data.
 */
export class RoundFault extends Error {
  override readonly name = 'RoundFault';
}
