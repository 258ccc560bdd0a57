import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../processes.js';

/** A piece of code that a page shows. */
export interface Block {
  /** The page and the line, such as `packages/core/README.md:17`. */
  readonly where: string;
  readonly language: 'ts' | 'js';
  readonly code: string;
  /** The block behind those before it on its page whose names it uses: what a reader would have written by then. */
  readonly whole: string;
  /**
   * Whether it can be run: it needs nothing of the reader's own, and no other block, unless it is marked `run`; then it is run
   * behind those.
   */
  readonly isProgram: boolean;
  /** What it prints if it is marked `run`: the comments behind its `console.log(…);`. */
  readonly prints: readonly string[];
}

/**
 * What blocks may use without showing it: things that a reader has. A block that uses one is checked, and not run. Any other
 * name that a page does not declare is a fault.
 */
export const READERS_OWN: readonly string[] = [
  'add',
  'app',
  'expect',
  'express',
  'fastify',
  'forget',
  'hono',
  'http',
  'receive',
  'refusal',
  'transport',
];

/** The pages whose code is checked: READMEs and docs. */
export function pages(): readonly string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...packages, ...docs.map((name) => `docs/${name}`)];
}

/** The blocks of a page that are marked as `ts` or `js`, in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks: Block[] = [];
  for (const { 1: language, 2: mark, 3: code = '', index } of text.matchAll(FENCED)) {
    const where = `${page}:${text.slice(0, index).split('\n').length}`;
    const needed = contextOf(code, blocks);
    const whole = [...needed, code].join('\n');
    const isMarked = mark === 'run';
    const isProgram = (isMarked || needed.length === 0) && !READERS_OWN.some((name) => uses(code, name));
    blocks.push({
      where,
      language: language as 'ts' | 'js',
      code,
      whole,
      isProgram,
      prints: isMarked ? printedBy(whole) : [],
    });
  }
  return blocks;
}

/** Its language, a word that marks it, and the code. */
const FENCED = /^```(ts|js)\b *(\w*)[^\n]*\n(.*?)^```/gms;

function printedBy(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*\);? \/\/ (.*)$/gm)].map(([, printed = '']) => printed);
}

/** The blocks before, in order, that declare what this one uses, with what those need themselves. */
function contextOf(code: string, before: readonly Block[]): readonly string[] {
  const needed = new Set<Block>();
  const own = declaredIn(code);
  const missing = new Set(before.flatMap((block) => declaredIn(block.code)).filter((name) => !own.includes(name)));
  for (const name of missing) {
    if (!uses(code, name)) continue;
    const declaring = before.findLast((block) => declaredIn(block.code).includes(name));
    if (declaring === undefined) continue;
    const inner = contextOf(declaring.code, before.slice(0, before.indexOf(declaring)));
    for (const block of before) if (block === declaring || inner.includes(block.code)) needed.add(block);
  }
  return before.filter((block) => needed.has(block)).map((block) => block.code);
}

/** The names that a block declares or imports at its top. */
function declaredIn(code: string): readonly string[] {
  const declared = [...code.matchAll(/^(?:export )?(?:const|let|class|function|async function) (\w+)/gm)];
  const imported = [...code.matchAll(/^import (?:type )?\{([^}]*)\}/gm)];
  return [
    ...declared.map(([, name = '']) => name),
    ...imported.flatMap(([, list = '']) => list.split(',').map((item) => /(\w+)\s*$/.exec(item)?.[1] ?? '')),
  ].filter(Boolean);
}

/** Whether a name is used, not as a member, a key, in a string, or in a comment. */
function uses(code: string, name: string): boolean {
  const bare = code.replace(/\/\/.*$/gm, '').replace(/'[^'\n]*'|"[^"\n]*"/g, "''");
  return new RegExp(`(?<![.\\w$])${name}(?![\\w$]|\\s*:)`).test(bare);
}
