import { isUtf8 } from 'node:buffer';
import { ErrorCode } from '@polyspec/core';
import { type Refusal, refusal } from './refusal.js';

/** What reading a body gives: a JSON value whose envelope is still to be checked, or the refusal (steps 5 and 6 of Q-07). */
export type Body = { readonly value: unknown } | { readonly refused: Refusal };

/** Reads the bytes of a body. */
export function readBytes(bytes: Buffer): Body {
  if (!isUtf8(bytes)) return unreadable('it is not UTF-8');
  return readText(bytes.toString('utf8'));
}

/** Reads the text of a body. */
export function readText(text: string): Body {
  if (text === '') return unreadable('the body is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('it is not valid JSON');
  }
  return SUSPICIOUS.test(text) ? readValue(value) : { value };
}

/** Takes a body that the host has parsed already. */
export function readValue(value: unknown): Body {
  return hasPrototypeKey(value)
    ? unreadable('"__proto__" and "constructor.prototype" are no keys for data')
    : { value };
}

function unreadable(why: string): Body {
  return { refused: refusal(400, `Parse error: the message can't be read: ${why}`, ErrorCode.ParseError) };
}

/** Finds the keys below in JSON text, escaped or not; also finds some texts without them. */
const SUSPICIOUS = /__proto__|"constructor"|\\u00[567]/i;

/**
 * Whether a value that came from JSON has a key through which a careless merge in an application would change the prototype
 * of its objects. `JSON.parse` itself makes harmless own properties of them. They are refused rather than removed: a client
 * must not believe that they arrived.
 */
function hasPrototypeKey(root: unknown): boolean {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    if (Object.hasOwn(value, 'constructor')) {
      const { constructor: inner } = value as { constructor: unknown };
      if (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype')) return true;
    }
    for (const member of Object.values(value)) left.push(member);
  }
  return false;
}
