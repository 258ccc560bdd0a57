import type { HeaderMap } from '@polyspec/core';

const NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Checks what comes from others (a guard, a spec) before a part of it reaches a host: hosts find out when they have set some
 * of it already, and can't answer anything any more.
 *
 * @throws TypeError for a status outside 200 to 599, or a header field that HTTP can't carry
 */
export function checkHead(status: number, headers?: HeaderMap): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(`The status of an answer must be an integer from 200 to 599; got ${String(status)}`);
  if (headers === undefined) return;
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) throw new TypeError(`No header field can have the name ${JSON.stringify(name)}`);
    for (const line of Array.isArray(value) ? value : [value]) {
      if (typeof line !== 'string' || NOT_IN_VALUE.test(line))
        throw new TypeError(`The header field ${name} must be text of Latin-1 without control characters`);
    }
  }
}
