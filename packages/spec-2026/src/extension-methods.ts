import { type Extension, type ExtensionMethod, type JsonObject, requireExtension } from '@polyspec/core';
import { extensionResult } from './extension-result.js';
import type { Method, MethodTable } from './method.js';
import { requiredName } from './parameters.js';

/** The methods that extensions add (basic/versioning#extension-negotiation). */
export function extensionMethods(extensions: readonly Extension[]): MethodTable {
  const methods = extensions.flatMap((extension) =>
    Object.entries(extension.methods ?? {}).map(([name, method]) => [name, extensionMethod(extension, name, method)]),
  );
  return Object.fromEntries(methods) as MethodTable;
}

function extensionMethod(extension: Extension, name: string, added: ExtensionMethod): Method<JsonObject, JsonObject> {
  const { nameParameter } = added;
  return {
    ...(nameParameter !== undefined && { mirrored: nameParameter }),
    read: (params) => {
      if (nameParameter !== undefined) requiredName(params, nameParameter, nameParameter);
      return params;
    },
    operation: (params) => {
      const thing = nameParameter === undefined ? undefined : params[nameParameter];
      return typeof thing === 'string' ? { method: name, name: thing } : { method: name };
    },
    run: (params, { client, context }) => {
      requireExtension(client, extension);
      return added.run(params, context);
    },
    render: (result, { renderer }) =>
      extensionResult(
        result,
        { name, extension: extension.id, cacheable: undefined, types: extension.resultTypes ?? [] },
        renderer,
      ),
  };
}
