// What it costs to keep a state of 1 kB in the client between two rounds of a call: to seal it, bound to the call, and to open
// it again. Beside it a whole call of two rounds, from requests to the texts of the answers, and two plain calls of the same
// lengths: the rest of the difference is the check of what is asked and answered, and the call of the hook.
//
//   node bench/micro/seal.mjs [--bytes 1000] [--rounds 15] [--json]
//
// `--json` prints the numbers for another program. Builds nothing: run `npx turbo run build` before.
import { parseArgs } from 'node:util';
import {
  complete,
  createHandler,
  createSealer,
  digestOf,
  encodeMessage,
  formElicitation,
  inputRequired,
  silentLogger,
} from '../../packages/core/dist/index.js';
import { MemoryExchange } from '../../packages/core/dist/testing/index.js';
import { spec20260728 } from '../../packages/spec-2026/dist/index.js';
import { median } from '../statistics.mjs';

const { values: options } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
});
const [BYTES, ROUNDS] = [Number(options.bytes), Number(options.rounds)];
const CALLS = 2000;
const WARM_ROUNDS = 3;
const TTL_MS = 3_600_000;

const ARGS = { from: 'Basel', to: 'Bergen', people: 2 };
const ANSWERS = { when: { action: 'accept', content: { day: '2026-08-01' } } };
const form = formElicitation('On which day?', {
  type: 'object',
  properties: { day: { type: 'string', format: 'date' } },
  required: ['day'],
});
const state = stateOf(BYTES);

/** A state whose JSON text has so many bytes. */
function stateOf(bytes) {
  const step = { step: 2, found: [] };
  while (JSON.stringify(step).length < bytes) step.found.push(`train number ${step.found.length}`);
  const surplus = JSON.stringify(step).length - bytes;
  step.found[0] = step.found[0].padEnd(step.found[0].length - surplus).slice(0, step.found[0].length - surplus);
  return step;
}

/** Microseconds of CPU for one call of an action: the median of the rounds. */
async function cpuOf(action) {
  const times = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call += 1) await action();
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) times.push((user + system) / CALLS);
  }
  return median(times);
}

const sealer = createSealer();
const binding = () => ({
  purpose: 'requestState',
  caller: '',
  method: 'tools/call',
  name: 'book',
  digest: digestOf(ARGS),
});

async function sealAndOpen() {
  const sealed = await sealer.seal(state, binding(), TTL_MS);
  const opened = await sealer.open(sealed, binding());
  if (opened?.step !== 2) throw new Error('The state did not come back');
}

const application = {
  tools: () => ['book', 'plain'].map((name) => ({ name, input: { type: 'object' } })),
  callToolRound(name, _args, { inputResponses, requestState }) {
    if (name !== 'book') return undefined;
    if (requestState === undefined) return inputRequired({ when: form }, state);
    const answer = inputResponses.get('when');
    return complete(`${requestState.found.length} trains on ${answer.content.day}`);
  },
  callTool: (name, args) => (name === 'plain' ? args.text : undefined),
};
const handler = await createHandler('seal', application, { spec: spec20260728, logger: silentLogger });
const dialect = spec20260728.client('2026-07-28', {
  name: 'bench',
  version: '1.0.0',
  capabilities: { elicitation: { form: {} } },
});
const peer = {};
let id = 0;

/** One request, read from its text and answered as text, as a transport does. */
async function call(params) {
  id += 1;
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: dialect.params('tools/call', params),
  });
  const { response } = await handler.handle(JSON.parse(text), new MemoryExchange(peer, ignored));
  return encodeMessage(response);
}

function ignored() {}

async function callInRounds() {
  const { result } = JSON.parse(await call({ name: 'book', arguments: ARGS }));
  if (result?.resultType !== 'input_required') throw new Error(`No interim result: ${JSON.stringify(result)}`);
  const { requestState } = result;
  const last = await call({ name: 'book', arguments: ARGS, requestState, inputResponses: ANSWERS });
  if (!last.includes('trains on 2026-08-01')) throw new Error(`A wrong answer: ${last}`);
}

const interim = 'x'.repeat((await call({ name: 'book', arguments: ARGS })).length);

async function callPlainly() {
  const first = JSON.parse(await call({ name: 'plain', arguments: { text: interim } }));
  if (first.result?.content[0].text !== interim) throw new Error('A wrong answer');
  await call({ name: 'plain', arguments: { text: 'x', requestState: interim } });
}

const numbers = {
  sealCpu: await cpuOf(sealAndOpen),
  roundsCpu: await cpuOf(callInRounds),
  plainCpu: await cpuOf(callPlainly),
};
if (options.json) {
  console.log(JSON.stringify(numbers));
} else {
  const { sealCpu, roundsCpu, plainCpu } = numbers;
  console.log(`A state of ${BYTES} bytes; medians of ${ROUNDS} rounds of ${CALLS}, in µs of CPU\n`);
  console.log(`sealed and opened                     ${sealCpu.toFixed(1).padStart(8)}`);
  console.log(`a call of two rounds                  ${roundsCpu.toFixed(1).padStart(8)}`);
  console.log(`two plain calls of the same lengths   ${plainCpu.toFixed(1).padStart(8)}`);
  console.log(`the difference                        ${(roundsCpu - plainCpu).toFixed(1).padStart(8)}`);
}
