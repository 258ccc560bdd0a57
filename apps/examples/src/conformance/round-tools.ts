import {
  complete,
  dialogue,
  formElicitation,
  inputRequired,
  type RoundContext,
  type RoundProvider,
  type RoundResult,
  roots,
  type SamplingRequest,
  sampling,
  type ToolDeclaration,
  type ToolReturn,
  tool,
} from 'polyspec';

const NAME = {
  type: 'object',
  properties: { name: { type: 'string', description: 'What you are called.' } },
  required: ['name'],
} as const;

const OK = {
  type: 'object',
  properties: { ok: { type: 'boolean', description: 'Whether to go on.' } },
  required: ['ok'],
} as const;

const COLOR = {
  type: 'object',
  properties: { color: { type: 'string', description: 'The one you like best.' } },
  required: ['color'],
} as const;

const CAPITAL: SamplingRequest = {
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
};

/** Tools that need input in between. Most are a straight function, which `dialogue` makes work under every revision. */
export const roundTools: Readonly<Record<string, ToolDeclaration>> = {
  test_input_required_result_elicitation: tool({
    description: 'Asks the user for a name, and greets.',
  }),
  test_input_required_result_sampling: tool({
    description: 'Asks the model of the client, and repeats what it said.',
    run: dialogue(async ({ sample }) => {
      const answer = await sample(CAPITAL, { key: 'capital' });
      return `The model said: ${JSON.stringify(answer.content)}`;
    }),
  }),
  test_input_required_result_list_roots: tool({
    description: 'Asks for the folders of the client, and lists them.',
    run: dialogue(async ({ listRoots }) => {
      const folders = await listRoots({ key: 'client_roots' });
      return `The roots are: ${folders.map(({ uri }) => uri).join(', ')}`;
    }),
  }),
  test_input_required_result_request_state: tool({
    description: 'Remembers something while it asks, and says whether it still knows it.',
    run: dialogue(async ({ elicit, once }) => {
      const before = await once('note', () => 'noted');
      await elicit('Shall I go on?', OK, { key: 'confirm' });
      return before === 'noted' ? 'state-ok' : 'state-lost';
    }),
  }),
  test_input_required_result_multiple_inputs: tool({
    description: 'Asks the user, the model and for the folders, all at once.',
    run: dialogue(async ({ elicit, sample, listRoots }) => {
      const [name, answer, folders] = await Promise.all([
        elicit('What is your name?', NAME, { key: 'user_name' }),
        sample(CAPITAL, { key: 'capital' }),
        listRoots({ key: 'client_roots' }),
      ]);
      return `${name.action}; ${JSON.stringify(answer.content)}; ${folders.length} roots`;
    }),
  }),
  test_input_required_result_multi_round: tool({
    description: 'Asks the user twice, the second time with the first answer.',
    run: dialogue(async ({ elicit }) => {
      const name = await elicit('What is your name?', NAME, { key: 'name' });
      const who = name.action === 'accept' ? String(name.content.name) : 'stranger';
      const color = await elicit(`Which color do you like best, ${who}?`, COLOR, { key: 'color' });
      return color.action === 'accept' ? `${who} likes ${String(color.content.color)}.` : `${who} likes none.`;
    }),
  }),
  test_input_required_result_tampered_state: tool({
    description: 'Asks the user to confirm, and takes no state but the one that it left.',
    run: dialogue(async ({ elicit }) => (await elicit('Shall I go on?', OK, { key: 'confirm' })).action),
  }),
  test_input_required_result_capabilities: tool({
    description: 'Asks for whatever the client can be asked for.',
  }),
  test_streaming_elicitation: tool({
    description: 'Reports its progress, and then asks the user.',
    run: dialogue(async ({ elicit, progress }) => {
      progress(1, 2, 'About to ask');
      return (await elicit('Shall I go on?', OK, { key: 'confirm' })).action;
    }),
  }),
};

/** Two of them as a hook written by hand, which is called once for each round. */
export const roundHooks: RoundProvider = {
  callToolRound: (name, _args, round) => {
    switch (name) {
      case 'test_input_required_result_elicitation':
        return greet(round);
      case 'test_input_required_result_capabilities':
        return askWhatever(round);
      default:
        return undefined;
    }
  },
};

/** It leaves no state of its own, so an answer is enough for it. */
function greet({ inputResponses }: RoundContext): RoundResult<ToolReturn> {
  const answer = inputResponses.get('user_name');
  if (answer === undefined) return inputRequired({ user_name: formElicitation('What is your name?', NAME) });
  const isTold = 'action' in answer && answer.action === 'accept';
  return complete(isTold ? `Hello, ${String(answer.content.name)}!` : 'Hello, stranger!');
}

/** Of what it asks, that is left out which the client did not declare. */
function askWhatever({ inputResponses }: RoundContext): RoundResult<ToolReturn> {
  if (inputResponses.size > 0) return complete(`Answered: ${[...inputResponses.keys()].join(', ')}`);
  return inputRequired({
    user_name: formElicitation('What is your name?', NAME, { optional: true }),
    capital: sampling(CAPITAL, { optional: true }),
    client_roots: roots({ optional: true }),
  });
}
