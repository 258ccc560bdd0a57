import type { ContentBlock } from '@polyspec/core';
import { listedOutputSchema } from './output-schema.js';
import { plainCapabilities } from './plain-capabilities.js';
import { plainForm } from './plain-form.js';
import { plainSampling, plainSamplingFault } from './sampling.js';
import type { Wire } from './wire.js';

/**
 * What 2025-06-18 shows (https://modelcontextprotocol.io/specification/2025-06-18/schema). Names every member that it
 * knows, so that nothing of a newer revision can slip in.
 */
export const revision20250618: Wire = {
  revision: '2025-06-18',
  polling: false,
  declared: plainCapabilities,
  serverInfo: ({ name, title, version }) => ({ name, title: title || undefined, version }),
  tool: ({ name, title, description, inputSchema, outputSchema, annotations, _meta }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema: outputSchema && listedOutputSchema(outputSchema),
    annotations,
    _meta,
  }),
  prompt: ({ name, title, description, arguments: args, _meta }) => ({
    name,
    title,
    description,
    arguments: args,
    _meta,
  }),
  resource: ({ uri, name, title, description, mimeType, size, annotations, _meta }) => ({
    uri,
    name,
    title,
    description,
    mimeType,
    size,
    annotations,
    _meta,
  }),
  resourceTemplate: ({ uriTemplate, name, title, description, mimeType, annotations, _meta }) => ({
    uriTemplate,
    name,
    title,
    description,
    mimeType,
    annotations,
    _meta,
  }),
  block: withoutIcons,
  asks: {
    form: plainForm,
    fillIn: (message, requestedSchema) => ({ message, requestedSchema }),
    model: plainSampling,
    modelFault: plainSamplingFault,
  },
};

/** Links to resources have icons from 2025-11-25 on. */
function withoutIcons(block: ContentBlock): ContentBlock {
  if (block.type !== 'resource_link' || block.icons === undefined) return block;
  const { icons: _, ...known } = block;
  return known;
}
