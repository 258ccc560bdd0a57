/** Why an id can't be one: it would end the line, or clients would ignore it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused.
const NOT_IN_ID = /[\r\n\u0000]/;

/** A comment line, which clients ignore (requirement T-18). */
export const COMMENT = ':\n\n';

/**
 * The frame of one JSON message: the `data` of one event, and a blank line (requirement T-30).
 *
 * @param id the id of the event, to resume from
 * @throws TypeError for an id that a frame can't carry
 */
export function eventFrame(json: string, id?: string): string {
  return id === undefined ? `data: ${json}\n\n` : `id: ${checkedId(id)}\ndata: ${json}\n\n`;
}

/** The frame of an event without data, as a point to resume from (requirement YH-14). @throws TypeError as `eventFrame` */
export function primingFrame(id: string, retryMs?: number): string {
  const frame = eventFrame('', id);
  return retryMs === undefined ? frame : `${retryLine(retryMs)}${frame}`;
}

/** The frame that tells a client how long to wait before it reconnects, in milliseconds (requirement YH-15). */
export function retryFrame(retryMs: number): string {
  return `${retryLine(retryMs)}\n`;
}

/** Clients take digits and nothing else. */
function retryLine(retryMs: number): string {
  return `retry: ${Math.max(0, Math.round(retryMs))}\n`;
}

function checkedId(id: string): string {
  if (id !== '' && !NOT_IN_ID.test(id)) return id;
  throw new TypeError(
    `The id of an event must be at least one character without CR, LF and NUL; got ${JSON.stringify(id)}`,
  );
}
