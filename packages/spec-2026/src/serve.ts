import { type JsonObject, JsonText, type MethodResult, RequestError } from '@polyspec/core';
import type { Call } from './call.js';
import type { Method, ModernServer } from './method.js';
import { shown } from './shown.js';

/** What a cancelled request gives. Nobody takes it. */
const NOTHING: JsonObject = Object.freeze({});

/** The steps of one request after the checks (ambiguity Q-07, 17 to 21). Whatever goes wrong ends as a `RequestError`. */
export async function serve(
  method: Method,
  params: JsonObject,
  call: Call,
  server: ModernServer,
): Promise<MethodResult> {
  const { cancellation } = call;
  try {
    // 17: the shape of the parameters.
    const read = method.read(params);
    // 18: the header fields that repeat arguments (`Mcp-Param-*`) are compared here, once they are.
    // 19: what the guard of the transport lets the caller do.
    if (call.exchange.authorize !== undefined) await authorize(method, read, call);
    if (cancellation.cancelled) return NOTHING;
    // 20 and 21: the capabilities that the work needs, and the work.
    const result = await method.run(read, call, server);
    return cancellation.cancelled ? NOTHING : write(result, method, read, server);
  } catch (thrown) {
    if (thrown instanceof RequestError) throw thrown;
    if (cancellation.cancelled) return forgotten(thrown, call, server);
    throw new RequestError('internal', server.runtime.errorText(thrown, call.message.method));
  }
}

/** To end with an error is what a signal that aborted asks for, so it is none that an operator has to hear of. */
function forgotten(err: unknown, { message: { method } }: Call, { runtime }: ModernServer): MethodResult {
  runtime.logger.debug({ err, method }, 'A cancelled request ended with an error');
  return NOTHING;
}

async function authorize(method: Method, read: unknown, call: Call): Promise<void> {
  const verdict = call.exchange.authorize?.(method.operation(read));
  if (verdict === undefined) return;
  const refusal = await verdict;
  if (refusal !== undefined) {
    call.refusal = refusal;
    throw new RequestError('forbidden', refusal.message);
  }
  // The guard took its time, in which the client may have gone.
  call.cancellation.watch();
}

/**
 * The result as JSON text. It is written here and not in the transport, so that a value which JSON can't carry is found where
 * there still is an answer for it, and it is written once.
 */
function write<Params, Result>(
  result: Result,
  method: Method<Params, Result>,
  read: Params,
  server: ModernServer,
): JsonText {
  try {
    return textOf(method.render(result, server));
  } catch (thrown) {
    const { method: name, name: thing, uri } = method.operation(read);
    const subject = thing ?? uri;
    const doing = `Writing the result of ${name}${subject === undefined ? '' : ` '${shown(subject)}'`}`;
    const text = server.runtime.errorText(thrown, doing);
    if (method.unsendable === undefined) throw new RequestError('internal', text);
    return textOf(method.render(method.unsendable(text), server));
  }
}

function textOf(result: MethodResult): JsonText {
  return result instanceof JsonText ? result : new JsonText(JSON.stringify(result));
}
