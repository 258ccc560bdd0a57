// The first question of a process: what checks it has to be loaded. A file of its own, since each file is a process to modules.
import { expect, it, vi } from 'vitest';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { RequestContext } from './request-context.js';

it('P-07, YI-12 is not sent where its request ends while that is loaded', async () => {
  const elicit = vi.fn(async () => ({ action: 'decline' as const }));
  const context = new RequestContext(
    {
      exchange: new MemoryExchange({}, () => undefined),
      revision: '2025-11-25',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: new Cancellation(),
      asking: { elicit },
    },
    vi.fn(),
  );
  const schema = { type: 'object', properties: {} };
  const answer = context.elicit?.('Which bird?', schema);
  context.finish();
  await expect(answer).rejects.toMatchObject({ reason: 'over' });
  expect(elicit).not.toHaveBeenCalled();
});
