import { accepted } from '../src/contract/outcome.js';
import type { SpecProtocol } from '../src/contract/spec.js';
import type { JsonObject } from '../src/json.js';
import { isRequest, success } from '../src/jsonrpc/message.js';
import { Cancellation } from '../src/runtime/cancellation.js';

/** A spec with nothing in it: it lists and calls tools, and answers every other request with its parameters. */
export const plainSpec: SpecProtocol = {
  revisions: ['2', '1'],
  attach: (runtime) => ({
    claims: () => true,
    handle: async (message, exchange) => {
      if (!isRequest(message)) return accepted;
      const { id, method, params = {} } = message;
      const cancellation = new Cancellation();
      const running = runtime.inFlight.begin(exchange.peer, id, cancellation);
      const facts = { exchange, revision: '2', client: { capabilities: {} }, meta: undefined, cancellation };
      const context = runtime.context(facts);
      let result: object = params;
      if (method === 'tools/list') result = { tools: (await runtime.listTools(undefined, context)).items };
      if (method === 'tools/call') {
        result = await runtime.callTool(String(params.name), params.arguments as JsonObject, context);
      }
      running?.finish();
      return { type: 'response', response: success(id, result as JsonObject) };
    },
    open: () => accepted,
    methods: () => ['POST'],
    close: (graceMs) => runtime.inFlight.drain(graceMs),
  }),
  client: () => ({ params: (_method, params) => params, headers: () => ({}) }),
};
