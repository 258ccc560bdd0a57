import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from './compile.js';
import { generate, generateTemplates, type Kind } from './generate.js';

const DEFINE = fileURLToPath(new URL('../../src/define/index.js', import.meta.url));
const FIELDS = 12;
const PATIENCE_MS = 120_000;

describe('what 200 tools of 12 fields each way cost the compiler', () => {
  const cost = { schemas: 0, inferred: 0, declared: 0 };

  beforeAll(async () => {
    for (const kind of ['schemas', 'inferred', 'declared'] as const) cost[kind] = await instantiationsOf(kind, 200);
  }, PATIENCE_MS);

  // Measured with zod 4.6 and TypeScript 7.0, a tool: 1,230 for the types of its schemas, and 550 more to declare it.
  it('is mostly that of the types of the schemas, which any use of them has', () => {
    expect((cost.inferred - cost.schemas) / 200).toBeGreaterThan(1000);
    expect((cost.declared - cost.inferred) / 200).toBeLessThan(650);
    expect((cost.declared - cost.schemas) / 200).toBeLessThan(2000);
  });

  it('grows with the number of tools and no faster', { timeout: PATIENCE_MS }, async () => {
    expect(cost.declared).toBeLessThan(4 * (await instantiationsOf('declared', 50)));
  });
});

it('a variable of a resource template costs little', { timeout: PATIENCE_MS }, async () => {
  const costOf = (variables: number) => instantiationsIn(generateTemplates(100, variables, DEFINE));
  // Measured: 50 for a template with one variable, and 12 for each one more.
  expect(((await costOf(3)) - (await costOf(1))) / 100).toBeLessThan(50);
});

it('declarations give authors exact types, and no any', { timeout: PATIENCE_MS }, async () => {
  const file = fileURLToPath(new URL('inference.ts', import.meta.url));
  expect((await compile({ file })).errors).toEqual([]);
});

function instantiationsOf(kind: Kind, tools: number): Promise<number> {
  return instantiationsIn(generate(kind, tools, FIELDS, DEFINE));
}

async function instantiationsIn(text: string): Promise<number> {
  const { errors, instantiations } = await compile({ text });
  expect(errors).toEqual([]);
  return instantiations;
}
