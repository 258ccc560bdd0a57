import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compile } from './compile.js';
import { generate, type Kind } from './generate.js';

const DEFINE = fileURLToPath(new URL('../../src/define/index.js', import.meta.url));
const TOOLS = 200;
const FIELDS = 12;

describe('what declarations cost the compiler', () => {
  it('declares 200 tools of 12 fields each way for little more than the types of the schemas cost', { timeout: 120_000 }, async () => {
    const [schemas, inferred, declared] = await Promise.all([costOf('schemas'), costOf('inferred'), costOf('declared')]);
    // Measured with zod 4.6 and TypeScript 7.0: 1,240 a tool for the types of its schemas, and 470 more to declare it.
    expect((inferred - schemas) / TOOLS).toBeGreaterThan(500);
    expect((declared - inferred) / TOOLS).toBeLessThan(600);
    expect((declared - schemas) / TOOLS).toBeLessThan(2000);
  });

  it('grows with the number of tools and no faster', { timeout: 120_000 }, async () => {
    const [few, many] = await Promise.all([costOf('declared', 50), costOf('declared', 200)]);
    expect(many / few).toBeLessThan(4.2);
  });
});

it('gives authors exact types, and no any', { timeout: 120_000 }, async () => {
  const file = fileURLToPath(new URL('inference.ts', import.meta.url));
  expect((await compile({ file })).errors).toEqual([]);
});

async function costOf(kind: Kind, tools: number = TOOLS): Promise<number> {
  const { errors, instantiations } = await compile({ text: generate(kind, tools, FIELDS, DEFINE) });
  expect(errors).toEqual([]);
  return instantiations;
}
