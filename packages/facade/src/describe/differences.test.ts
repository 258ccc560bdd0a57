import { describe, expect, it } from 'vitest';
import { differences } from './differences.js';
import type { RevisionView } from './revision-view.js';

const view = (tools: RevisionView['tools']): RevisionView => ({
  revision: 'r',
  capabilities: {},
  tools,
  prompts: [],
  resources: [],
  resourceTemplates: [],
  problems: [],
});

describe('differences', () => {
  it('are none between equal views', () => {
    const tools = [{ name: 'a', inputSchema: { type: 'object' } }];
    expect(differences(view(tools), view(structuredClone(tools)))).toEqual([]);
  });

  it('tells what is missing, added, wrapped, or other', () => {
    const newest = view([{ name: 'a', icons: [], title: 'A', outputSchema: { type: 'number' } }, { name: 'b' }]);
    const older = view([
      {
        name: 'a',
        title: 'B',
        outputSchema: { type: 'object', properties: { result: { type: 'number' } } },
        execution: {},
      },
    ]);
    expect(differences(newest, older)).toEqual([
      { subject: "tool 'a'", member: 'icons', change: 'missing' },
      { subject: "tool 'a'", member: 'title', change: 'other' },
      { subject: "tool 'a'", member: 'outputSchema', change: 'wrapped' },
      { subject: "tool 'a'", member: 'execution', change: 'added' },
      { subject: "tool 'b'", member: undefined, change: 'missing' },
    ]);
  });
});
