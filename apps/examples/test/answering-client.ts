import { connectTestClient, type TestClient, type TestClientOptions } from '@polyspec/core/testing';
import type { Application, JsonObject } from 'polyspec';

/** Answers what a server asks, such as `elicitation/create`. */
export type Answer = (method: string, params: JsonObject) => JsonObject;

/** A client in memory whose tools may ask it for something. */
export interface AnsweringClient extends TestClient {
  /** Calls a tool, and answers what it asks in between, in the way of the revision: to requests of the server, or in rounds. */
  call(name: string, args?: JsonObject): Promise<JsonObject>;
}

/** Connects to an application in memory. */
export async function connectAnswering(
  application: Application,
  options: TestClientOptions & { readonly answer: Answer },
): Promise<AnsweringClient> {
  const { answer, ...rest } = options;
  const client = await connectTestClient(application, { ...rest, onRequest: answer });
  return {
    ...client,
    call: async (name, args = {}) => {
      let result = await client.request('tools/call', { name, arguments: args });
      while (result.resultType === 'input_required') {
        const { inputRequests = {}, requestState } = result;
        const asked = Object.entries(inputRequests as Record<string, { method: string; params: JsonObject }>);
        const inputResponses = Object.fromEntries(
          asked.map(([key, { method, params }]) => [key, answer(method, params)]),
        );
        const round = { inputResponses, ...(requestState !== undefined && { requestState }) };
        result = await client.request('tools/call', { name, arguments: args, ...round });
      }
      return result;
    },
  };
}
