/** Whose fault it is: the result of a hook, what a dialogue did, or that the rounds of a call can't go on. */
export type FaultyPart = 'result' | 'dialogue' | 'rounds';

/**
 * What the hook of an application did wrong in a round. Its text goes to the log and to the client: it names keys, kinds and
 * schemas, and shows no data.
 */
export class RoundFault extends Error {
  override readonly name = 'RoundFault';
  readonly part: FaultyPart;

  constructor(message: string, part: FaultyPart = 'result') {
    super(message);
    this.part = part;
  }
}
