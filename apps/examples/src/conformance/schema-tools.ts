import { type ToolDeclaration, tool } from 'polyspec';

/** Tools whose input schema is written by hand and has to reach clients as it stands here. */
export const schemaTools: Readonly<Record<string, ToolDeclaration>> = {
  json_schema_2020_12_tool: tool({
    description: 'Takes an address and a way of contact, described with what only JSON Schema 2020-12 has.',
    input: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: ({ name }) => `The address of ${name ?? 'somebody'} is noted.`,
  }),
  test_x_mcp_header: tool({
    description: 'Runs a query in a region that intermediaries can read from a header field.',
    input: {
      type: 'object',
      properties: {
        region: { type: 'string', description: 'Where to run it.', 'x-mcp-header': 'Region' },
        query: { type: 'string', description: 'What to run.' },
      },
    },
    run: ({ region }) => `Run in ${region ?? 'any region'}.`,
  }),
};
