import type { JsonObject, ListedTool } from '@polyspec/core';

/** A tool as the runtime lists it. */
export function listedTool(inputSchema: JsonObject, name: string = 'book'): ListedTool {
  return {
    name,
    title: undefined,
    description: undefined,
    inputSchema,
    outputSchema: undefined,
    annotations: undefined,
    icons: undefined,
    _meta: undefined,
  };
}
