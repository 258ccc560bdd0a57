// What every server offers, as plain JSON Schema: `add`, with validated input and output, and as many look-alikes of a
// search tool as it takes to reach the wanted number. zod-tools.mjs says the same with zod.

export const SERVER = { name: 'bench', version: '1.0.0' };

export const ADD = { name: 'add', description: 'Adds two numbers.' };

export const addInput = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
};

export const addOutput = {
  type: 'object',
  properties: { sum: { type: 'number' } },
  required: ['sum'],
  additionalProperties: false,
};

export const searchInput = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What to look for' },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many documents at most' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Only documents that have all of these tags' },
  },
  required: ['query'],
  additionalProperties: false,
};

/** Name and description of the search tools: `total` counts `add` as well. */
export function searchTools(total) {
  return Array.from({ length: total - 1 }, (_, index) => ({
    name: `search_${String(index + 1).padStart(3, '0')}`,
    description: `Searches collection number ${index + 1} and gives the documents that match best, newest first.`,
  }));
}

/** What a search tool does. */
export function search({ query }) {
  return { content: [{ type: 'text', text: `Nothing found for ${query}` }] };
}

/** What `add` does where a library wants the whole result. */
export function addResult({ a, b }) {
  const structuredContent = { sum: a + b };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
