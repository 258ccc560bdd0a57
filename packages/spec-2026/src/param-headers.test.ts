import { type JsonObject, SchemaError } from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpExchange } from '../test/fake-exchange.js';
import { listedTool } from '../test/listed-tool.js';
import { decodeHeaderValue } from './header-value.js';
import { paramHeaderFault } from './param-header-fault.js';
import { mirroredArguments, type ParamHeader, paramHeadersOf } from './param-headers.js';

const headersOf = (properties: JsonObject, rest: JsonObject = {}): readonly ParamHeader[] =>
  paramHeadersOf(listedTool({ type: 'object', properties, ...rest }));

const region = (name: unknown = 'Region', type: unknown = 'string'): JsonObject =>
  ({ type, 'x-mcp-header': name }) as JsonObject;

describe('x-mcp-header', () => {
  it('marks properties at any depth that properties alone lead to (X-01, X-05)', () => {
    const nested = { type: 'object', properties: { inner: { properties: { id: region('Tenant-Id', 'integer') } } } };
    expect(headersOf({ region: region(), dry: region('Dry', 'boolean'), plain: { type: 'string' }, nested })).toEqual([
      { header: 'Mcp-Param-Region', field: 'mcp-param-region', path: ['region'] },
      { header: 'Mcp-Param-Dry', field: 'mcp-param-dry', path: ['dry'] },
      { header: 'Mcp-Param-Tenant-Id', field: 'mcp-param-tenant-id', path: ['nested', 'inner', 'id'] },
    ]);
  });

  it('is looked for once in each schema', () => {
    const tool = listedTool({ type: 'object', properties: { region: region() } });
    expect(paramHeadersOf(tool)).toBe(paramHeadersOf({ ...tool }));
  });

  it('may have the name of a standard field (X-21)', () => {
    expect(headersOf({ method: region('Method') })).toMatchObject([{ field: 'mcp-param-method' }]);
  });

  it('may be any token (X-02)', () => {
    expect(headersOf({ x: region("!#$%&'*+-.^_`|~09azAZ") })).toHaveLength(1);
  });

  it.each([[''], ['two words'], ['a:b'], ['Zürich'], ['a\tb'], ['a/b'], [7], [null], [true], [['a']]])(
    'may not be %j (X-02, X-06)',
    (name) => {
      expect(() => headersOf({ region: region(name) })).toThrow(SchemaError);
      expect(() => headersOf({ region: region(name) })).toThrow(
        /^input of tool 'book': x-mcp-header must be a name .*; got .* \(at \/properties\/region\/x-mcp-header\)$/,
      );
    },
  );

  it('is unique without regard to case, at all depths (X-03)', () => {
    const nested = { type: 'object', properties: { b: region('rEGION') } };
    expect(() => headersOf({ a: region(), nested })).toThrow(
      "input of tool 'book': x-mcp-header 'rEGION' is there twice, the letter case does not count: the other is at /properties/a (at /properties/nested/properties/b)",
    );
  });

  it.each([['number'], ['object'], ['array'], ['null'], [['string', 'null']], [['string']], [undefined]])(
    'may not stand on a property of the type %j (X-04, Q-21)',
    (type) => {
      const property = JSON.parse(JSON.stringify({ type, 'x-mcp-header': 'Region' })) as JsonObject;
      expect(() => headersOf({ region: { ...property, enum: ['eu'] } })).toThrow(
        /^input of tool 'book': x-mcp-header may stand on a property of type "string", "integer" or "boolean" only; got .* \(at \/properties\/region\)$/,
      );
    },
  );

  const marked = region();
  const inside = { properties: { region: marked } };
  it.each<[string, JsonObject]>([
    ['the root', { 'x-mcp-header': 'Region' }],
    ['items', { properties: { list: { type: 'array', items: inside } } }],
    ['prefixItems', { properties: { list: { type: 'array', prefixItems: [marked] } } }],
    ['contains', { properties: { list: { contains: marked } } }],
    ['additionalProperties', { additionalProperties: marked }],
    ['patternProperties', { patternProperties: { '^r': marked } }],
    ['allOf', { allOf: [inside] }],
    ['anyOf', { anyOf: [{}, inside] }],
    ['oneOf', { properties: { region: { oneOf: [marked] } } }],
    ['not', { not: inside }],
    ['if', { if: inside }],
    ['then', Object.fromEntries([['then', inside]])],
    ['else', { else: inside }],
    ['dependentSchemas', { dependentSchemas: { a: inside } }],
    ['$defs', { $defs: { Region: marked }, properties: { region: { $ref: '#/$defs/Region' } } }],
    ['definitions', { definitions: { Region: marked } }],
  ])('may not stand under %s (X-05)', (_where, schema) => {
    expect(() => paramHeadersOf(listedTool({ type: 'object', ...schema }))).toThrow(
      /^input of tool 'book': x-mcp-header may stand only on what is reached from the root through properties alone \(at \//,
    );
  });

  it('is no annotation where it is a name or a value', () => {
    const schema = { 'x-mcp-header': { type: 'object', default: region(), examples: [region()], const: region() } };
    expect(headersOf(schema, { default: region(), required: ['x-mcp-header'] })).toEqual([]);
    expect(headersOf({ region: { type: 'string', 'x-mcp-header': undefined } })).toEqual([]);
  });
});

describe('the fields of a client', () => {
  const tool = listedTool({
    type: 'object',
    properties: {
      s: region('S'),
      i: region('I', 'integer'),
      b: region('B', 'boolean'),
      nested: { type: 'object', properties: { s: region('N') } },
    },
  });

  it('repeat what is there, in the form of its type (X-09, X-11, X-16)', () => {
    expect(mirroredArguments(tool, { s: '', i: -7, b: false, nested: { s: ' edge ' } })).toEqual({
      'Mcp-Param-S': '',
      'Mcp-Param-I': '-7',
      'Mcp-Param-B': 'false',
      'Mcp-Param-N': '=?base64?IGVkZ2Ug?=',
    });
    expect(mirroredArguments(tool, { s: null, i: [1], nested: 'x' })).toEqual({});
    expect(mirroredArguments(tool, Object.create({ s: 'inherited' }) as JsonObject)).toEqual({});
  });

  it('pass the comparison, and a change of any of them does not (X-08, X-10, X-13)', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=?base64?eA==?=', ' ', '1', 'true', ''));
    const args = fc.record(
      {
        s: fc.option(text),
        i: fc.option(fc.maxSafeInteger()),
        b: fc.option(fc.boolean()),
        nested: fc.record({ s: text }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(args, text, fc.nat(3), (given, other, index) => {
        const fields = mirroredArguments(tool, given as JsonObject);
        const fault = (changed: Readonly<Record<string, string | undefined>>): unknown => {
          const { http } = httpExchange({ ...fields, ...changed });
          return http && paramHeaderFault(tool, given as JsonObject, http);
        };
        expect(fault({})).toBeUndefined();
        const header = ['Mcp-Param-S', 'Mcp-Param-I', 'Mcp-Param-B', 'Mcp-Param-N'][index] as string;
        const before = fields[header];
        if (before !== undefined) expect(fault({ [header]: undefined })).toMatchObject({ status: 400, code: -32020 });
        const field = `=?base64?${Buffer.from(other).toString('base64')}?=`;
        const says = before === undefined ? undefined : decodeHeaderValue(before);
        if (decodeHeaderValue(field) === says) expect(fault({ [header]: field })).toBeUndefined();
        else if (index !== 1 || Number(other) !== given.i)
          expect(fault({ [header]: field })).toMatchObject({ status: 400, code: -32020 });
      }),
    );
  });
});
