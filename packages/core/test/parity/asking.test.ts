/** Asking the user in the middle of a call, as the reference library has it: what an application sees of it. */
import { describe, expect, it } from 'vitest';
import {
  type Application,
  type Asking,
  Cancellation,
  createHandler,
  type ElicitAnswer,
  isRequest,
  type JsonObject,
  request,
  type SpecProtocol,
  silentLogger,
  structured,
  type ToolResult,
} from '../../src/index.js';
import { MemoryExchange } from '../../src/testing/index.js';

/** A spec whose clients can be asked, and answer as they are told. */
function asking(elicit: Asking['elicit']): SpecProtocol {
  return {
    revisions: ['1'],
    attach: (runtime) => ({
      claims: () => true,
      methods: () => [],
      close: async () => undefined,
      handle: async (message, exchange) => {
        if (!isRequest(message)) return { type: 'accepted' };
        const context = runtime.context({
          exchange,
          revision: '1',
          client: { capabilities: { elicitation: {} } },
          meta: undefined,
          cancellation: new Cancellation(),
          asking: { elicit },
        });
        const result = await runtime.callTool(message.method, message.params ?? {}, context);
        const { structuredContent } = result as ToolResult;
        return {
          type: 'response',
          response: { jsonrpc: '2.0', id: message.id, result: structuredContent as JsonObject },
        };
      },
    }),
  };
}

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const application: Application = {
  tools: () => [{ name: 'greet' }],
  callToolWithElicitation: async (_name, _args, elicit) => structured({ got: await elicit('Who are you?', schema) }),
};

async function greet(answer: ElicitAnswer): Promise<{ asked: unknown[]; result: unknown }> {
  const asked: unknown[] = [];
  const spec = asking(async (message, form) => {
    asked.push([message, form]);
    return answer;
  });
  const handler = await createHandler('test', application, { spec, logger: silentLogger });
  const outcome = await handler.handle(request(1, 'greet'), new MemoryExchange({}, () => undefined));
  return { asked, result: outcome.type === 'response' && 'result' in outcome.response && outcome.response.result };
}

describe('a tool that asks', () => {
  it('TP-22 asks with a message and the schema of what it wants', async () => {
    expect((await greet({ action: 'decline' })).asked).toEqual([['Who are you?', schema]]);
  });

  it.each<[ElicitAnswer]>([
    [{ action: 'accept', content: { name: 'Ada' } }],
    [{ action: 'decline' }],
    [{ action: 'cancel' }],
  ])('TP-19, TP-23 gets the answer %j', async (answer) => {
    expect((await greet(answer)).result).toEqual({ got: answer });
  });
});
