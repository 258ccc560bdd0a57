import { type Extension, frozen, hasExtension, type JsonObject, JsonText, type WrappedRequest } from '@polyspec/core';
import type { Call } from './call.js';
import { extensionResult } from './extension-result.js';
import { listen } from './listen-method.js';
import type { Method, MethodTable, ModernServer } from './method.js';
import { work } from './serve.js';

/** An extension that wraps requests. */
type Wrapping = Extension & Required<Pick<Extension, 'wrap'>>;

/** A result that an extension has had in its hands, as it goes out. */
class WrappedResult {
  readonly text: JsonText;

  constructor(text: JsonText) {
    this.text = text;
  }
}

/** Puts extensions around the protocol's own methods. Where none wraps anything, the table stays as it is. */
export function wrappedMethods(methods: MethodTable, extensions: readonly Extension[]): MethodTable {
  const wrapping = extensions.filter((extension): extension is Wrapping => extension.wrap !== undefined);
  if (wrapping.length === 0) return methods;
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      method === listen ? method : wrappedMethod(method, wrapping),
    ]),
  );
}

/** The work of a request, and what extensions of its client do around it. Others' requests go straight to their work. */
function wrappedMethod<Params, Result>(
  method: Method<Params, Result>,
  wrapping: readonly Wrapping[],
): Method<Params, Result | WrappedResult> {
  return {
    ...method,
    run: (params, call, server) => {
      const own = wrapping.filter((extension) => hasExtension(call.client, extension));
      return own.length === 0 ? method.run(params, call, server) : wrapped(method, params, call, server, own);
    },
    render: (result, server, call) =>
      result instanceof WrappedResult ? result.text : method.render(result, server, call),
  };
}

async function wrapped<Params, Result>(
  method: Method<Params, Result>,
  params: Params,
  call: Call,
  server: ModernServer,
  wrapping: readonly Wrapping[],
): Promise<WrappedResult> {
  const request: WrappedRequest = { method: call.message.method, params: call.message.params ?? {} };
  const types = wrapping.flatMap(({ resultTypes = [] }) => resultTypes);
  const done: { text?: JsonText; parsed?: JsonObject } = {};
  /** Each result that an extension made, and its identifier. */
  const makers = new Map<unknown, string>();
  const innermost = async (): Promise<JsonObject> => {
    const text = await work(method, params, call, server);
    // What a request gives that was cancelled is no result.
    if (!(text instanceof JsonText)) throw new DOMException('The request was cancelled', 'AbortError');
    done.text = text;
    // It goes out as it was written, so what an extension changes in it would have no effect.
    done.parsed = frozen(text.toJSON() as JsonObject);
    return done.parsed;
  };
  const outermost = wrapping.reduceRight<() => Promise<JsonObject>>(
    (next, extension) => async () => {
      const given = await extension.wrap(request, onceOnly(next, extension), call.context);
      // What comes from further inside is there before.
      if (!makers.has(given)) makers.set(given, extension.id);
      return given;
    },
    innermost,
  );
  const result: unknown = await outermost();
  if (done.text !== undefined && result === done.parsed) return new WrappedResult(done.text);
  const { mayAsk = false, cacheable = false } = method;
  const extended = { name: request.method, extension: makers.get(result) ?? '', mayAsk, cacheable, types };
  return new WrappedResult(new JsonText(JSON.stringify(extensionResult(result, extended, server.renderer))));
}

/** The work is done once: a second time it would have its effects twice. */
function onceOnly(next: () => Promise<JsonObject>, { id }: Extension): () => Promise<JsonObject> {
  let isCalled = false;
  return () => {
    if (isCalled) return Promise.reject(new TypeError(`The extension ${id} called next twice`));
    isCalled = true;
    const result = next();
    // An extension that answers by itself need not wait for it.
    result.then(undefined, () => undefined);
    return result;
  };
}
