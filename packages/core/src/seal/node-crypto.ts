/** What sealing uses of `node:crypto`. */
export type NodeCrypto = typeof import('node:crypto');

let loaded: NodeCrypto | undefined;

/**
 * `node:crypto`, loaded when first needed: importing it takes 5 ms, which a server that seals nothing should not pay when it
 * starts. `getBuiltinModule` is the way that needs no promise, so that everything here can stay synchronous.
 */
export function nodeCrypto(): NodeCrypto {
  loaded ??= process.getBuiltinModule('node:crypto');
  return loaded;
}
