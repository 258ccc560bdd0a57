import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackAddress } from './origin.js';

/** Where a server is bound. */
export interface Bind {
  /** The address or name that it was told. */
  readonly host: string;
  /** Whether only this machine can reach it. */
  readonly loopback: boolean;
}

/** Finds out about a bind. Names are looked up: that of the machine itself may well be a local one. */
export async function bindOf(host: string): Promise<Bind> {
  return { host, loopback: isLoopbackAddress(host) || (isIP(host) === 0 && (await isLoopbackName(host))) };
}

async function isLoopbackName(name: string): Promise<boolean> {
  if (name.toLowerCase() === 'localhost') return true;
  try {
    const found = await lookup(name, { all: true });
    return found.length > 0 && found.every(({ address }) => isLoopbackAddress(address));
  } catch {
    // Listening will fail as well, and say why.
    return false;
  }
}
