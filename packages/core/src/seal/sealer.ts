import type { SealBinding, Sealer } from '../contract/sealer.js';
import type { JsonValue } from '../json.js';
import { KeyRing, type PurposeKey } from './key-ring.js';
import { readKeys, type SealingKey } from './keys.js';
import { nodeCrypto } from './node-crypto.js';

/** Options of `createSealer`. */
export interface SealerOptions {
  /**
   * The keys, each of at least 32 random bytes. The first seals, all open. Every process that serves the same clients needs the
   * same ones. Default: a random key, which ends with the process.
   */
  readonly keys?: readonly SealingKey[] | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

// A token, before base64url: version (1 byte), key id (4), nonce (12), what is encrypted, tag (16).
// What is encrypted: when it was sealed (6 bytes), when it ends (6), the JSON text of the value.
const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_AT = 5;
const NONCE_BYTES = 12;
const BODY_AT = NONCE_AT + NONCE_BYTES;
const TIME_BYTES = 6;
const VALUE_AT = 2 * TIME_BYTES;
const TAG_BYTES = 16;
/** The latest time that the bytes of a time can tell. */
const MAX_TIME = 2 ** (8 * TIME_BYTES) - 1;

/** How far the clocks of two processes may be apart, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** The longest token, in characters: half of what the HTTP transport takes as a body by default. */
const MAX_LENGTH = 2 * 1024 * 1024;

/**
 * The default sealer: AES-256-GCM, under a key that is derived per purpose (HKDF with SHA-256). A sealed value is text in the
 * alphabet of base64url that shows nothing but its length. It opens only for the binding that it was sealed for, until its time
 * is over (it opens while less than `ttlMs` milliseconds have passed), and under one of the keys. `open` never throws: whatever
 * is wrong, it gives `undefined`. A value that claims to be sealed more than a minute in the future is refused too.
 *
 * It protects values against reading and change, not against being used twice (basic/patterns/mrtr, server requirements). As
 * every nonce is random, one key should seal no more than 2^32 values per purpose: a thousand per second for fifty days.
 *
 * `seal` throws a `RangeError` for a `ttlMs` that is negative or not finite and for a value too large (2 MiB when sealed), and
 * a `TypeError` for a value that is not JSON.
 *
 * @throws OptionError (`POLYSPEC_OPTION`) that names the wrong key by its position
 * @example
 * const sealer = createSealer({ keys: keysFromEnvironment(process.env) });
 * const binding = { purpose: 'requestState', caller: 'alice', method: 'tools/call', name: 'book', digest: digestOf(args) };
 * const state = await sealer.seal({ step: 2 }, binding, 600_000);
 * await sealer.open(state, binding); // { step: 2 }
 */
export function createSealer(options: SealerOptions = {}): Sealer {
  const now = options.now ?? (() => Date.now());
  const ring = new KeyRing(options.keys === undefined ? undefined : readKeys(options.keys, 'keys'));
  return {
    seal(value, binding, ttlMs) {
      const [key] = ring.keysFor(binding.purpose);
      const token = encrypt(key, binding, timesOf(now(), ttlMs), jsonOf(value)).toString('base64url');
      if (token.length <= MAX_LENGTH) return token;
      throw new RangeError(`The value to seal makes ${token.length} characters; at most ${MAX_LENGTH} can be sealed`);
    },
    open(sealed, binding) {
      try {
        const body = decrypt(sealed, binding, ring);
        return body && isInTime(body, now()) ? (JSON.parse(body.toString('utf8', VALUE_AT)) as JsonValue) : undefined;
      } catch {
        // Mostly the cipher's error for a wrong tag; an outsider must not be able to tell it from any other.
        return undefined;
      }
    },
  };
}

function encrypt({ id, secret }: PurposeKey, binding: SealBinding, times: Buffer, json: string): Buffer {
  const { createCipheriv, randomFillSync } = nodeCrypto();
  const head = Buffer.alloc(BODY_AT);
  head.writeUInt8(VERSION);
  head.writeUInt32BE(id, 1);
  randomFillSync(head, NONCE_AT);
  const cipher = createCipheriv(CIPHER, secret, head.subarray(NONCE_AT));
  cipher.setAAD(boundTo(binding));
  return Buffer.concat([head, cipher.update(times), cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(sealed: string, binding: SealBinding, ring: KeyRing): Buffer | undefined {
  if (typeof sealed !== 'string' || sealed.length > MAX_LENGTH) return undefined;
  const bytes = Buffer.from(sealed, 'base64url');
  // Node's decoder skips what it does not know and ends early. Only the one text that these bytes are written as will do.
  if (bytes.toString('base64url') !== sealed) return undefined;
  const tagAt = bytes.length - TAG_BYTES;
  if (tagAt <= BODY_AT + VALUE_AT || bytes.readUInt8() !== VERSION) return undefined;
  const id = bytes.readUInt32BE(1);
  const key = ring.keysFor(binding.purpose).find((candidate) => candidate.id === id);
  // Quicker than a wrong tag, which tells only what every token shows: the id of a key.
  if (key === undefined) return undefined;
  const nonce = bytes.subarray(NONCE_AT, BODY_AT);
  const decipher = nodeCrypto().createDecipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(binding)).setAuthTag(bytes.subarray(tagAt));
  const body = decipher.update(bytes.subarray(BODY_AT, tagAt));
  decipher.final();
  return body;
}

/** A list in JSON: parts can't run into each other, an absent one is not an empty one, and lone surrogates stay apart. */
function boundTo({ purpose, caller, method, name, digest }: SealBinding): Buffer {
  return Buffer.from(JSON.stringify([purpose, caller, method, name ?? null, digest ?? null]));
}

function timesOf(now: number, ttlMs: number): Buffer {
  const start = Math.floor(now);
  const end = Math.floor(now + ttlMs);
  if (!(ttlMs >= 0 && start >= 0 && end <= MAX_TIME)) {
    throw new RangeError(
      `ttlMs must be a finite number of milliseconds of at least 0; got ${ttlMs} at the time ${now}`,
    );
  }
  const times = Buffer.alloc(VALUE_AT);
  times.writeUIntBE(start, 0, TIME_BYTES);
  times.writeUIntBE(end, TIME_BYTES, TIME_BYTES);
  return times;
}

function isInTime(body: Buffer, now: number): boolean {
  return body.readUIntBE(0, TIME_BYTES) <= now + CLOCK_SKEW_MS && now < body.readUIntBE(TIME_BYTES, TIME_BYTES);
}

function jsonOf(value: JsonValue): string {
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new TypeError(`Only a JSON value can be sealed; got ${typeof value}`);
  return json;
}
