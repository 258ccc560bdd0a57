import { isUtf8 } from 'node:buffer';
import { ErrorCode, type JsonReading, readJson } from '@polyspec/core';
import { type Refusal, refusal } from './refusal.js';

/** What reading a body gives: a JSON value whose envelope is still to be checked, or the refusal (steps 5 and 6 of Q-07). */
export type Body = Exclude<JsonReading, { readonly fault: string }> | { readonly refused: Refusal };

const BYTE_ORDER_MARK = 0xfeff;

/** Reads the bytes of a body. */
export function readBytes(bytes: Buffer): Body {
  return isUtf8(bytes) ? readText(bytes.toString('utf8')) : unreadable('it is not UTF-8');
}

/** Reads the text of a body. The mark of the byte order, which some editors and clients write first, is no part of it. */
export function readText(text: string): Body {
  const reading = readJson(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  return 'fault' in reading ? unreadable(reading.fault) : reading;
}

/** Takes a body that the host has parsed already. */
export function readValue(value: unknown): Body {
  return { value, isSuspicious: true };
}

function unreadable(why: string): Body {
  return { refused: refusal(400, `Parse error: the message can't be read: ${why}`, ErrorCode.ParseError) };
}
