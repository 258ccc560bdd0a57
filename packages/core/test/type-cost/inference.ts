/** Compiled by type-cost.test.ts, never run: each line fails to compile when a type is not what an author should see. */

import { type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import type { CallContext } from '../../src/application/context.js';
import type { PromptDescriptor } from '../../src/application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../../src/application/resources.js';
import type { ToolDescriptor, ToolProvider } from '../../src/application/tools.js';
import {
  defineApplication,
  prompt,
  resource,
  resourceTemplate,
  type ToolDeclaration,
  tool,
  type VariablesOf,
} from '../../src/define/index.js';
import type { JsonObject } from '../../src/json.js';
import type { ServerOptions } from '../../src/options/server-options.js';
import { text } from '../../src/results/content.js';
import { error, structured } from '../../src/results/tool.js';
import type { TemplateVariables } from '../../src/uri-template/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** `any` is the same as nothing but itself. */
declare function isExactly<Wanted>(): <Given>(
  value: Given,
  ...same: Same<Given, Wanted> extends true ? [] : [never]
) => void;

// A schema of a library: what comes out of it goes in, with defaults and transforms applied.
const declared = tool({
  input: z.object({ a: z.number(), b: z.number().default(1), c: z.string().transform(Number).optional() }),
  output: z.object({ sum: z.number(), note: z.string().default('') }),
  run: (args, context) => {
    isExactly<{ a: number; b: number; c?: number | undefined }>()(args);
    isExactly<CallContext>()(context);
    return { sum: args.a + args.b };
  },
});
isExactly<ToolDeclaration>()(declared);

// A name makes a descriptor, which a class may list beside plain ones.
isExactly<ToolDescriptor>()(tool('named', { run: () => 'Done.' }));
export class Mixed implements ToolProvider {
  tools() {
    return [tool('declared', { run: async () => text('Done.') }), { name: 'plain' }];
  }
}

// A result may be promised, or be one that the tool built itself.
tool({ output: z.object({ sum: z.number() }), run: async () => ({ sum: 1 }) });
tool({
  output: z.object({ sum: z.number() }),
  run: (_, { signal }) => (signal.aborted ? error('Too late') : { sum: 1 }),
});
tool({ output: z.object({ sum: z.number() }), run: () => structured({ sum: 1 }, [text('One')]) });
tool({ output: z.array(z.string()), run: () => ['a'] });
// @ts-expect-error the sum is no number
tool({ output: z.object({ sum: z.number() }), run: () => ({ sum: '1' }) });
// @ts-expect-error the sum is missing
tool({ output: z.object({ sum: z.number() }), run: async () => ({}) });
// @ts-expect-error where there is an output, there must be a result
tool({ output: z.object({ sum: z.number() }), run: () => {} });

// Without an output, anything goes.
tool({ run: () => {} });
tool({ run: () => [text('One'), text('Two')] });
tool({ run: async () => ({ sum: 1 }) });

// Other libraries, and plain JSON Schema, from which nothing is inferred.
tool({
  input: v.object({ a: v.number() }),
  output: type({ 'a?': 'number' }),
  run: (args) => {
    isExactly<{ a: number }>()(args);
    return args;
  },
});
tool({
  input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  output: { type: 'object', properties: { sum: { type: 'number' } } },
  run: (args, context) => {
    isExactly<JsonObject>()(args);
    isExactly<CallContext>()(context);
    return { sum: Number(args.a) };
  },
});
// @ts-expect-error where there is an output, there must be a result
tool({ output: { type: 'object' }, run: () => {} });
tool({
  run: (args, context) => {
    isExactly<JsonObject>()(args);
    isExactly<CallContext>()(context);
  },
});

// What is `undefined` is absent, for whoever compiles with exactOptionalPropertyTypes.
declare const sometimes: { readonly title: string | undefined; readonly schema: z.ZodObject | undefined };
tool('sometimes', {
  title: sometimes.title,
  description: undefined,
  output: undefined,
  icons: undefined,
  run: () => {},
});
tool({ input: sometimes.schema, run: (args) => JSON.stringify(args) });
prompt({
  title: sometimes.title,
  arguments: { city: { title: sometimes.title, complete: undefined } },
  run: () => 'Hi',
});
resource({ uri: 'docs://readme', mimeType: sometimes.title, size: undefined, read: () => 'text' });
resourceTemplate({ uriTemplate: 'notes://{id}', title: sometimes.title, complete: { id: undefined }, read: undefined });
text('Done.', { annotations: { audience: undefined }, _meta: undefined });
const options: ServerOptions = { version: sometimes.title, exposeErrors: undefined, logger: undefined };
export const plain: ToolDescriptor = { name: 'plain', title: options.version, run: undefined };

// Handlers may take the context apart.
tool({
  run: (_, { progress, log, notify }) => [progress(1), log('info', 'Done.'), notify({ type: 'toolsListChanged' })],
});

// A signature.
tool({ signature: { arguments: [{ name: 'x', type: 'number' }] }, method: 'sqrt', target: Math });
tool({ signature: { arguments: [{ name: 'x', type: 'number' }] }, method: (x: number) => Math.sqrt(x) });
tool({
  signature: { arguments: [{ name: 'x' }] },
  run: (args) => {
    isExactly<JsonObject>()(args);
  },
});

// Prompts: what is required is there.
const declaredPrompt = prompt({
  arguments: {
    city: {
      required: true,
      complete: (value, resolved, context) => {
        isExactly<string>()(value);
        isExactly<Readonly<Record<string, string>>>()(resolved);
        isExactly<CallContext>()(context);
        return [value];
      },
    },
    day: { description: 'When' },
    unit: { required: false },
  },
  run: (args, context) => {
    isExactly<{ readonly city: string; readonly day: string | undefined; readonly unit: string | undefined }>()(args);
    isExactly<CallContext>()(context);
    return args.city;
  },
});
prompt({
  arguments: z.object({ city: z.string(), days: z.coerce.number().default(1) }),
  run: (args) => {
    isExactly<{ city: string; days: number }>()(args);
    return args.city;
  },
});
prompt({
  run: (args, context) => {
    isExactly<unknown>()(args);
    isExactly<CallContext>()(context);
    return 'Hello';
  },
});
prompt({
  arguments: { city: { complete: (value) => [value.toUpperCase()] } },
  run: ({ city }) => {
    isExactly<string | undefined>()(city);
    return 'Hello';
  },
});
prompt({
  arguments: [
    { name: 'city', required: true },
    { name: 'day', complete: (value) => [value.toUpperCase()] },
  ],
  run: (args) => {
    isExactly<{ readonly city: string; readonly day: string | undefined }>()(args);
    return args.city;
  },
});
isExactly<PromptDescriptor>()(prompt('named', { run: () => 'Hello' }));
// @ts-expect-error there is no argument of this name
prompt({ arguments: { city: {} }, run: ({ town }) => String(town) });
// @ts-expect-error a prompt gives text or messages
prompt({ run: () => 17 });

// Resources.
const declaredResource = resource({
  uri: 'docs://readme',
  read: (uri, variables, context) => {
    isExactly<string>()(uri);
    isExactly<TemplateVariables>()(variables);
    isExactly<CallContext>()(context);
    return 'text';
  },
});
isExactly<ResourceDescriptor>()(resource('named', { uri: 'docs://readme' }));

// Templates: a single variable has a type, anything else is looked up by name.
const declaredTemplate = resourceTemplate({
  uriTemplate: 'notes://{id}/text',
  read: (uri, variables, context) => {
    isExactly<string>()(uri);
    isExactly<Readonly<Record<'id', string>>>()(variables);
    isExactly<CallContext>()(context);
    return variables.id;
  },
  complete: {
    id: (value, _resolved, context) => {
      isExactly<string>()(value);
      isExactly<CallContext>()(context);
      return [value];
    },
  },
});
isExactly<ResourceTemplateDescriptor>()(
  resourceTemplate('named', { uriTemplate: 'notes://{id}', read: (_uri, { id }) => id }),
);
resourceTemplate({
  uriTemplate: 'notes://{owner}/{id}',
  read: (_uri, variables) => {
    isExactly<Readonly<Record<'owner' | 'id', string>>>()(variables);
    return variables.owner + variables.id;
  },
});
declare const looked: VariablesOf<'a:{+x}' | 'a:{x*}' | 'a:{x,y}' | 'a:{x}/{+y}' | 'a:{/x}/{y}' | 'a:{x:3}' | 'a:'>;
isExactly<TemplateVariables>()(looked);
declare const unknown: VariablesOf<string>;
isExactly<TemplateVariables>()(unknown);

// All together; hooks have the types of an application.
export default defineApplication({
  tools: { declared, inline: tool({ input: z.object({ n: z.int() }), run: ({ n }) => n + 1 }) },
  prompts: { declaredPrompt },
  resources: { declaredResource },
  resourceTemplates: { declaredTemplate },
  include: [new Mixed(), { prompts: () => [] }],
  capabilities: ['tools', 'prompts'],
  toolIcons: (name, context) => {
    isExactly<string>()(name);
    isExactly<CallContext>()(context);
    return undefined;
  },
});
defineApplication({ tools: [tool('listed', { run: () => 'Done.' }), { name: 'plain', run: () => 'Done.' }] });
// @ts-expect-error a tool in an array needs its name
defineApplication({ tools: [tool({ run: () => 'Done.' })] });
// @ts-expect-error there is no such facet
defineApplication({ capabilities: ['recipes'] });
