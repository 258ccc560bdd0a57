import { OptionError } from '../errors.js';

/** A secret of at least 32 random bytes: the bytes, or a text of them in base64url, base64 or hex. */
export type SealingKey = string | Uint8Array;

const VARIABLE = 'POLYSPEC_KEYS';
const MIN_BYTES = 32;
const HOW_TO_MAKE = `Make one with: node -p "crypto.randomBytes(32).toString('base64url')"`;

/**
 * The keys in the environment variable `POLYSPEC_KEYS`: one or more, separated by commas, each at least 32 random bytes in
 * base64url, base64 or hex. The first seals, all open. To change a key without refusing anybody: add the new one at the end on
 * every process, then move it to the front, and remove the old one when all that it sealed has expired.
 *
 * @returns the keys, or `undefined` where the variable is not set
 * @throws OptionError (`POLYSPEC_OPTION`) that names the variable and what is wrong with which key, never the key
 * @example
 * const sealer = createSealer({ keys: keysFromEnvironment(process.env) });
 */
export function keysFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): readonly Uint8Array[] | undefined {
  const text = env[VARIABLE];
  if (text === undefined) return undefined;
  const where = `Environment variable ${VARIABLE}`;
  if (text.trim() === '') {
    throw new OptionError(VARIABLE, `${where} is set but empty. Unset it for a random key per process. ${HOW_TO_MAKE}`);
  }
  return readEach(text.split(','), VARIABLE, where);
}

/**
 * The bytes of the keys that an option gives.
 *
 * @throws OptionError that names the option and what is wrong with which key, never the key
 */
export function readKeys(keys: readonly SealingKey[], option: string): readonly Uint8Array[] {
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new OptionError(option, `Option '${option}' must be a list of at least one key. ${HOW_TO_MAKE}`);
  }
  return readEach(keys, option, `Option '${option}'`);
}

function readEach(keys: readonly SealingKey[], option: string, where: string): readonly Uint8Array[] {
  return keys.map((key, index) => {
    const read = readKey(key);
    if (typeof read !== 'string') return read;
    throw new OptionError(option, `${where}: key ${index + 1} of ${keys.length} ${read}. ${HOW_TO_MAKE}`);
  });
}

/** The bytes of a key, or what is wrong with it. */
function readKey(key: unknown): Uint8Array | string {
  const bytes = typeof key === 'string' ? decode(key.trim()) : key;
  if (typeof bytes === 'string') return bytes;
  if (!(bytes instanceof Uint8Array)) return 'is neither a text nor bytes';
  if (bytes.length < MIN_BYTES) return `has ${bytes.length} bytes, but needs at least ${MIN_BYTES}`;
  return Uint8Array.from(bytes);
}

/** The bytes that a text stands for, or what is wrong with it. */
function decode(text: string): Uint8Array | string {
  if (text === '') return 'is empty';
  // Random bytes in base64url never look like hex at this length, so what does is hex.
  if (/^[0-9a-f]+$/i.test(text)) {
    return text.length % 2 === 0 ? Buffer.from(text, 'hex') : 'has an odd number of hex digits';
  }
  const base64url = text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
  const bytes = Buffer.from(base64url, 'base64url');
  return bytes.toString('base64url') === base64url ? bytes : 'is neither base64url nor hex';
}
