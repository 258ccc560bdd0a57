// What it costs to walk through a long list: 10,000 tools in pages of 100, from request to the text of the answer, beside what
// it costs only to write the same pages as JSON. The target is a ratio of at most 3, of all walks but the first through a
// source: that one also checks the schemas, as the start of the server does with those of an array. Objects that are new each
// time have to be compared with what was there before; that has no target.
//
//   node bench/micro/pages.mjs [--tools 10000] [--page 100] [--rounds 15] [--json]
//
// `--json` prints the ratios for another program. Builds nothing: run `npx turbo run build` before.
import { parseArgs } from 'node:util';
import { createHandler, encodeMessage, silentLogger } from '../../packages/core/dist/index.js';
import { MemoryExchange } from '../../packages/core/dist/testing/index.js';
import { spec20251125 } from '../../packages/spec-2025/dist/index.js';
import { spec20260728 } from '../../packages/spec-2026/dist/index.js';
import { median } from '../statistics.mjs';

const { values: options } = parseArgs({
  options: {
    tools: { type: 'string', default: '10000' },
    page: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
});
const [TOTAL, PAGE, ROUNDS] = [Number(options.tools), Number(options.page), Number(options.rounds)];
const TARGET = 3;

const tools = Array.from({ length: TOTAL }, (_, index) => describe(index));
const pages = Array.from({ length: Math.ceil(TOTAL / PAGE) }, (_, page) => tools.slice(page * PAGE, (page + 1) * PAGE));

function describe(index) {
  return {
    name: `tool_${index}`,
    description: `Searches the collection number ${index} and gives what fits the query, best first.`,
    input: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for.' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many to give at most.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    run: () => 'found',
  };
}

/** A source that gives these pages. */
const sourceOf = (pageAt) => ({
  list: (number = 0) => ({ items: pageAt(number), next: number + 1 < pages.length ? number + 1 : undefined }),
  get: (name) => tools.find((tool) => tool.name === name),
});

const LISTS = [
  { name: 'an array, cut in pages', list: () => tools, targets: ['first', 'later'] },
  { name: 'a source of kept pages', list: () => sourceOf((number) => pages[number]), targets: ['later'] },
  { name: 'a source of new objects', list: () => sourceOf((number) => pages[number].map(newAt(number))), targets: [] },
];

function newAt(page) {
  return (_tool, index) => describe(page * PAGE + index);
}

/** A server, and the way to ask it for a page. */
async function serve(spec, list) {
  const handler = await createHandler('pages', { tools: list }, { spec, pageSize: PAGE, logger: silentLogger });
  const dialect = spec.client(spec.revisions[0], { name: 'bench', version: '1.0.0', capabilities: {} });
  const peer = {};
  const exchange = () => new MemoryExchange(peer, () => undefined);
  let id = 0;
  const send = async (method, params) => {
    const { response } = await handler.handle({ jsonrpc: '2.0', id: ++id, method, params }, exchange());
    return { response, text: encodeMessage(response) };
  };
  if (dialect.opening !== undefined) {
    await send(dialect.opening.method, dialect.opening.params);
    await handler.handle({ jsonrpc: '2.0', method: dialect.opening.confirm }, exchange());
  }
  return (params) => send('tools/list', dialect.params('tools/list', params));
}

/** One walk. Of each answer only the cursor is read, as the client would be another process. */
async function walk(ask) {
  let [count, cursor] = [0, undefined];
  do {
    const { text } = await ask(cursor === undefined ? {} : { cursor });
    cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
    count += 1;
  } while (cursor !== undefined);
  if (count !== pages.length) throw new Error(`A walk has ${count} pages in place of ${pages.length}`);
}

/** The results of all pages, as they are before they are text. */
async function resultsOf(ask) {
  const results = [];
  let cursor;
  do {
    const { text } = await ask(cursor === undefined ? {} : { cursor });
    const { result } = JSON.parse(text);
    results.push(result);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  if (new Set(results.flatMap((result) => result.tools.map(({ name }) => name))).size !== TOTAL)
    throw new Error('Not all tools came');
  return results;
}

function writeBare(results) {
  let length = 0;
  for (const [id, result] of results.entries()) length += JSON.stringify({ jsonrpc: '2.0', id, result }).length;
  return length;
}

async function timed(work) {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const rows = [];
for (const spec of [spec20251125, spec20260728]) {
  for (const { name, list, targets } of LISTS) {
    const results = await resultsOf(await serve(spec, list));
    const times = { bare: [], first: [], later: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // A server of its own for each first walk: its texts are not written yet.
      const ask = await serve(spec, list);
      times.bare.push(await timed(() => writeBare(results)));
      times.first.push(await timed(() => walk(ask)));
      for (let more = 0; more < 5; more += 1) times.later.push(await timed(() => walk(ask)));
    }
    const [bare, first, later] = [median(times.bare), median(times.first), median(times.later)];
    const ratios = { first: first / bare, later: later / bare };
    rows.push({ revision: spec.revisions[0], name, targets, bare, first, later, ratios });
  }
}
const judged = rows.flatMap((row) => row.targets.map((which) => ({ ...row, which, ratio: row.ratios[which] })));

if (options.json) {
  console.log(JSON.stringify({ largestRatio: Math.max(...judged.map(({ ratio }) => ratio)) }));
} else {
  console.log(`${TOTAL} tools in pages of ${PAGE}; medians of ${ROUNDS} walks, in milliseconds\n`);
  console.log('revision    list                       bare    first    ratio    later    ratio');
  for (const { revision, name, bare, first, later, ratios } of rows) {
    const columns = [bare, first, ratios.first, later, ratios.later];
    console.log(revision.padEnd(12) + name.padEnd(24) + columns.map((each) => each.toFixed(2).padStart(9)).join(''));
  }
  const missed = judged.filter(({ ratio }) => ratio > TARGET);
  const names = missed.map(({ revision, name, which }) => `${revision}, ${name}, ${which}`);
  const verdict = names.length === 0 ? 'Met.' : `Missed: ${names.join('; ')}`;
  console.log(`\nTarget: at most ${TARGET} times the bare serialisation. ${verdict}`);
}
