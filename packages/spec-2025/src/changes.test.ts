import { type Application, type ChangeEvent, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { runtimeOf } from '../test/runtime.js';
import type { ToldChange } from './change-notices.js';
import { Changes } from './changes.js';

const tools: ChangeEvent = { type: 'toolsListChanged' };
const prompts: ChangeEvent = { type: 'promptsListChanged' };
const resources: ChangeEvent = { type: 'resourcesListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });

const everything: Application = {
  tools: () => [],
  prompts: () => [],
  getPrompt: () => undefined,
  resources: () => [],
  readResource: () => undefined,
};

/** The changes of a server, and the way to tell of one. */
async function made(application = everything) {
  const { runtime, notify } = await runtimeOf(application);
  return { changes: new Changes(runtime), runtime, notify };
}

/** A client, and what it was told. */
function client(): { told: ToldChange[]; tell(event: ToldChange): void } {
  const told: ToldChange[] = [];
  return { told, tell: (event) => void told.push(event) };
}

describe('Changes', () => {
  it('are told to those who are there, as one object', async () => {
    const { changes, notify } = await made();
    const [one, other] = [client(), client()];
    changes.add(one);
    changes.add(other);
    notify(tools);
    changes.delete(other);
    notify(prompts);
    expect(one.told).toEqual([tools, prompts]);
    expect(other.told).toEqual([tools]);
    expect(one.told[0]).toBe(other.told[0]);
    expect(changes.size).toBe(1);
  });

  it('of what the application does not have are neither told nor counted', async () => {
    const { changes, notify } = await made({ tools: () => [] });
    const one = client();
    changes.add(one);
    const { mark } = changes;
    for (const event of [prompts, resources, updated('a:b')]) notify(event);
    expect([one.told, changes.mark, changes.hasUpdatesSince(mark)]).toEqual([[], mark, false]);
  });

  it('that came after a mark can be asked for', async () => {
    const { changes, notify } = await made();
    const before = changes.mark;
    notify(tools);
    const between = changes.mark;
    notify(updated('a:b'));
    notify(resources);
    const types = (mark: number): unknown => changes.listsChangedSince(mark).map(({ type }) => type);
    expect(types(before)).toEqual(['toolsListChanged', 'resourcesListChanged']);
    expect(types(between)).toEqual(['resourcesListChanged']);
    expect(types(changes.mark)).toEqual([]);
    expect([before, between, changes.mark].map((mark) => changes.hasUpdatesSince(mark))).toEqual([true, true, false]);
  });

  it('of a resource are counted before who follows it is told, and once however many do', async () => {
    const { changes, notify } = await made();
    const { mark } = changes;
    const marks: number[] = [];
    const stops = ['a:b', 'a:b', 'c:d'].map((uri) =>
      changes.follow(uri, { tell: () => void marks.push(changes.mark) }),
    );
    notify(updated('a:b'));
    expect(marks).toEqual([mark + 1, mark + 1]);
    expect(changes.mark).toBe(mark + 1);
    for (const stop of stops) stop();
    notify(updated('a:b'));
    expect([marks.length, changes.mark]).toEqual([2, mark + 2]);
  });

  it('are not listened to before somebody could miss one, and no more after the end', async () => {
    const { runtime, notify } = await made();
    const stopped = vi.fn();
    const listen = vi.fn((...args: Parameters<typeof runtime.listen>) => {
      const stop = runtime.listen(...args);
      return () => {
        stopped();
        stop();
      };
    });
    const changes = new Changes({ ...runtime, listen });
    expect(listen).not.toHaveBeenCalled();
    const one = client();
    changes.add(one);
    changes.close();
    notify(tools);
    expect([listen.mock.calls.length, stopped.mock.calls.length, changes.size, one.told]).toEqual([1, 1, 0, []]);
  });

  it('are listened to as soon as that is possible', async () => {
    const { runtime, notify } = await made();
    const error = vi.fn();
    const listen = vi.fn(runtime.listen).mockImplementationOnce(() => {
      throw new Error('no bus');
    });
    const changes = new Changes({ ...runtime, listen, logger: { ...silentLogger, error } });
    const one = client();
    changes.add(one);
    notify(tools);
    changes.add(one);
    notify(prompts);
    expect([one.told, error.mock.calls.length]).toEqual([[prompts], 1]);
  });
});
