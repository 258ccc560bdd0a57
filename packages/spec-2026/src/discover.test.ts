import type { Extension, Features, JsonObject } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { faultsAgainst } from '../../../test/schema/official-schema.js';
import { modernRequest, pipe, SERVER_INFO, send, serve } from '../test/ask.js';
import { ALL_FEATURES, fakeRuntime, SERVER } from '../test/fake-runtime.js';
import { capabilitiesOf } from './discover.js';
import { spec20260728 } from './spec.js';

const NOTHING = { tools: false, prompts: false, resources: false, completions: false, elicitation: false, ui: false };

describe('server/discover', () => {
  it('tells revisions, capabilities, cache hints and identity (V-01 to V-03, V3-20, K-01, TL-01, PR-01, RS-01)', async () => {
    const { result } = await send(serve(), modernRequest('server/discover'));
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
      },
      ttlMs: 0,
      cacheScope: 'private',
      _meta: SERVER_INFO,
    });
  });

  it('tells every revision that the server serves (Q-09)', async () => {
    const served = ['2026-07-28', '2025-11-25', '2025-06-18'];
    const handler = spec20260728.attach(fakeRuntime(), { served });
    expect((await send(handler, modernRequest('server/discover'))).result?.supportedVersions).toEqual(served);
  });

  it('tells the instructions when there are some (V3-14)', async () => {
    const withText = (instructions: string | undefined) => serve({ server: { ...SERVER, instructions } });
    const request = modernRequest('server/discover');
    expect((await send(withText('Adds numbers.'), request)).result?.instructions).toBe('Adds numbers.');
    expect((await send(withText(''), request)).result).not.toHaveProperty('instructions');
  });

  it('takes its hints from the policy (mcp26_discover_cache_override_01, CA-07)', async () => {
    const handler = serve({
      cachePolicy: (operation) => ({ ttlMs: operation === 'server/discover' ? 5000 : 1, scope: 'public' }),
    });
    expect((await pipe(handler, modernRequest('server/discover'))).result).toMatchObject({
      ttlMs: 5000,
      cacheScope: 'public',
    });
  });
});

const EXTENSIONS: readonly Extension[] = [
  { id: 'com.example/notes' },
  { id: 'com.example/maps', settings: { zoom: 7 } },
];

function of(features: Features, extensions: readonly Extension[] = []): JsonObject {
  return capabilitiesOf({ features, extensions }, true);
}

describe('the capabilities', () => {
  it('are those facets that are served, and logging (V-06, L-02, V3-22, X-06)', () => {
    expect(of(NOTHING)).toEqual({ logging: {} });
    expect(of({ ...NOTHING, prompts: true, elicitation: true })).toEqual({
      prompts: { listChanged: true },
      logging: {},
    });
    expect(faultsAgainst('2026-07-28', 'ServerCapabilities', of({ ...ALL_FEATURES, ui: true }, EXTENSIONS))).toEqual(
      [],
    );
  });

  it('promise no changes where nobody can listen to them: a table of methods without subscriptions/listen (V-06)', () => {
    const features = { ...NOTHING, tools: true, resources: true };
    expect(capabilitiesOf({ features, extensions: [] }, false)).toEqual({ tools: {}, resources: {}, logging: {} });
  });

  it('name the Apps extension with its page type where it is used (V-08, UI-01)', () => {
    expect(of({ ...NOTHING, ui: true }).extensions).toEqual({
      'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
    });
  });

  it('name the extensions of the server with their settings (V-08)', () => {
    expect(of(NOTHING, EXTENSIONS).extensions).toEqual({ 'com.example/notes': {}, 'com.example/maps': { zoom: 7 } });
    expect(Object.keys(of({ ...NOTHING, ui: true }, EXTENSIONS).extensions as object)).toEqual([
      'io.modelcontextprotocol/ui',
      'com.example/notes',
      'com.example/maps',
    ]);
  });
});
