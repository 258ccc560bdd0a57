import type { KeyObject } from 'node:crypto';
import { nodeCrypto } from './node-crypto.js';

/** A key that seals for one purpose only. */
export interface PurposeKey {
  /** What names the key in a token: 32 bits that say nothing about its secret. */
  readonly id: number;
  readonly secret: KeyObject;
}

const SECRET_BYTES = 32;
const ID_BYTES = 4;

/** The keys of one sealer, and those derived from them for each purpose. */
export class KeyRing {
  #masters: readonly Uint8Array[] | undefined;
  readonly #byPurpose = new Map<string, readonly PurposeKey[]>();

  /** @param masters the first is for sealing; absent: one random key, made at first use */
  constructor(masters: readonly Uint8Array[] | undefined) {
    this.#masters = masters;
  }

  /** The keys for a purpose, each derived once, the one for sealing first. */
  keysFor(purpose: string): readonly [PurposeKey, ...PurposeKey[]] {
    let keys = this.#byPurpose.get(purpose);
    if (keys === undefined) {
      this.#masters ??= [nodeCrypto().randomBytes(SECRET_BYTES)];
      keys = this.#masters.map((master) => derive(master, purpose));
      this.#byPurpose.set(purpose, keys);
    }
    return keys as readonly [PurposeKey, ...PurposeKey[]];
  }
}

/** HKDF (RFC 5869); one derivation gives the secret and the id, so that an id tells neither the purpose nor the master key. */
function derive(master: Uint8Array, purpose: string): PurposeKey {
  const { createSecretKey, hkdfSync } = nodeCrypto();
  const bytes = Buffer.from(hkdfSync('sha256', master, '', `polyspec seal 1: ${purpose}`, SECRET_BYTES + ID_BYTES));
  return { id: bytes.readUInt32BE(SECRET_BYTES), secret: createSecretKey(bytes.subarray(0, SECRET_BYTES)) };
}
