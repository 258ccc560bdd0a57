import type { Application } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { withMembers } from './application-view.js';

class Counter implements Application {
  #count = 0;
  tools(): [] {
    return [];
  }
  callTool(): number {
    this.#count += 1;
    return this.#count;
  }
}

describe('withMembers', () => {
  it('calls what is not replaced on the application itself', async () => {
    const view = withMembers(new Counter(), {});
    expect(await view.callTool?.('x', {}, {} as never)).toBe(1);
    expect(await view.callTool?.('x', {}, {} as never)).toBe(2);
  });

  it('replaces and hides members', () => {
    const tools = (): [] => [];
    const view = withMembers(new Counter(), { tools, callTool: undefined });
    expect(view.tools).toBe(tools);
    expect(view.callTool).toBeUndefined();
    expect('callTool' in view).toBe(false);
    expect('tools' in view).toBe(true);
  });

  it('works on applications that are frozen', () => {
    const frozen = Object.freeze({ tools: () => [], prompts: () => [] });
    expect(withMembers(frozen, { prompts: undefined }).prompts).toBeUndefined();
    expect(withMembers(frozen, {}).tools?.({} as never)).toEqual([]);
  });
});
