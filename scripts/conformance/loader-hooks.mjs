// What the published suite needs to run on every Node that this repository supports, and to speak the revision that it is
// told to. Nothing of it is changed on disk.
import * as fs from 'node:fs';

/** `fs` with the one function that Node 20 lacks. The suite only imports it: its server tests never call it. */
const FS_WITH_GLOB = `data:text/javascript,${encodeURIComponent(`
  export * from 'node:fs';
  export { default } from 'node:fs';
  export function globSync() { throw new Error('fs.globSync comes with Node 22'); }
`)}`;

const SUITE = '/@modelcontextprotocol/conformance/';
const CLIENT = '/@modelcontextprotocol/sdk/dist/esm/client/index.js';
const ASKED = 'protocolVersion: LATEST_PROTOCOL_VERSION';

let initializeVersion;

export function initialize(data) {
  initializeVersion = data.initializeVersion;
}

export function resolve(specifier, context, next) {
  if (specifier === 'fs' && !('globSync' in fs) && context.parentURL?.includes(SUITE)) {
    return { url: FS_WITH_GLOB, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

/** The suite's client always asks for its newest revision in `initialize`, whatever revision is being tested. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (initializeVersion === undefined || !url.endsWith(CLIENT)) return loaded;
  const source = Buffer.from(loaded.source).toString('utf8');
  if (!source.includes(ASKED)) throw new Error(`Can't make the suite's client ask for ${initializeVersion}`);
  return { ...loaded, source: source.replace(ASKED, `protocolVersion: ${JSON.stringify(initializeVersion)}`) };
}
