import { describe, expect, it } from 'vitest';
import { faultsAgainst } from '../../../test/schema/official-schema.js';
import { modernRequest, pipe, SERVER_INFO, send, serve } from '../test/ask.js';
import { ALL_FEATURES, fakeRuntime, SERVER } from '../test/fake-runtime.js';
import { capabilitiesOf } from './discover.js';
import { spec20260728 } from './spec.js';

const NOTHING = { tools: false, prompts: false, resources: false, completions: false, elicitation: false, ui: false };

describe('server/discover', () => {
  it('tells revisions, capabilities, cache hints and identity (V-01 to V-03, V3-20, K-01)', async () => {
    const { result } = await send(serve(), modernRequest('server/discover'));
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
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

describe('the capabilities', () => {
  it('are those facets that are served, and logging (V-06, L-02)', () => {
    expect(capabilitiesOf(NOTHING)).toEqual({ logging: {} });
    expect(capabilitiesOf({ ...NOTHING, prompts: true, elicitation: true })).toEqual({ prompts: {}, logging: {} });
    expect(faultsAgainst('2026-07-28', 'ServerCapabilities', capabilitiesOf({ ...ALL_FEATURES, ui: true }))).toEqual(
      [],
    );
  });

  it('name the Apps extension with its page type where it is used (V-08, UI-01)', () => {
    expect(capabilitiesOf({ ...NOTHING, ui: true }).extensions).toEqual({
      'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
    });
  });
});
