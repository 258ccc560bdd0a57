import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.doUnmock('node:crypto');
  vi.resetModules();
});

it('loads node:crypto when something is sealed or digested, and not before', async () => {
  let isImported = false;
  vi.resetModules();
  vi.doMock('node:crypto', () => {
    isImported = true;
    return {};
  });
  const load = vi.spyOn(process, 'getBuiltinModule');
  const { createSealer, digestOf } = await import('./index.js');
  const sealer = createSealer({ keys: ['ab'.repeat(32)] });
  expect(load).not.toHaveBeenCalled();
  digestOf(1);
  expect(load.mock.calls).toEqual([['node:crypto']]);
  sealer.seal(1, { purpose: 'test', caller: '', method: 'x' }, 1000);
  expect(load).toHaveBeenCalledOnce();
  expect(isImported).toBe(false);
});
