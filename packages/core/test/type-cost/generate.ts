/** Sources of many tools, to see what declaring them costs the compiler. */

/** What a generated source has beside its schemas. */
export type Kind =
  /** Nothing: two schemas a tool. */
  | 'schemas'
  /** The library's own types of both schemas, on a function: what any use of the schemas costs. */
  | 'inferred'
  /** A call of `tool` with both schemas. */
  | 'declared';

const FIELD_TYPES = [
  'z.string()',
  'z.number()',
  'z.boolean()',
  'z.string().optional()',
  'z.array(z.string())',
  "z.enum(['a', 'b'])",
  'z.number().default(1)',
  'z.string().min(1)',
  'z.object({ x: z.number() })',
  'z.union([z.string(), z.number()])',
  'z.int()',
  'z.string().nullable()',
];

/**
 * A source with this many tools.
 *
 * @param define the module that exports `tool`, as the source imports it
 */
export function generate(kind: Kind, tools: number, fields: number, define: string): string {
  const imports = ["import * as z from 'zod';", ...(kind === 'declared' ? [`import { tool } from '${define}';`] : [])];
  return [...imports, ...Array.from({ length: tools }, (_, index) => declaration(kind, index, fields)), ''].join('\n');
}

/** A source with this many resource templates, each with this many variables. */
export function generateTemplates(templates: number, variables: number, define: string): string {
  const lines = Array.from({ length: templates }, (_, index) => {
    const uri = `notes${index}:/${eachField(variables, (variable) => `/{v${index}_${variable}}`).replaceAll(', ', '')}`;
    return `export const template${index} = resourceTemplate({ uriTemplate: '${uri}', read: (_uri, { v${index}_0 }) => v${index}_0.trim() });`;
  });
  return [`import { resourceTemplate } from '${define}';`, ...lines, ''].join('\n');
}

function declaration(kind: Kind, index: number, fields: number): string {
  const [input, output] = [objectOf(`a${index}_`, fields), objectOf(`b${index}_`, fields)];
  const body = `({ ${eachField(fields, (field) => `b${index}_${field}: args.a${index}_${field}`)} })`;
  switch (kind) {
    case 'schemas':
      return `const input${index} = ${input};\nconst output${index} = ${output};\nexport const schemas${index}: unknown = { input${index}, output${index} };`;
    case 'inferred':
      return `const input${index} = ${input};\nconst output${index} = ${output};\nexport const run${index} = (args: z.output<typeof input${index}>): z.input<typeof output${index}> => ${body};`;
    case 'declared':
      return `export const tool${index} = tool({\n  input: ${input},\n  output: ${output},\n  run: (args, _context) => ${body},\n});`;
  }
}

/** Every object has names of its own, so that no type of one tool serves another. */
function objectOf(prefix: string, fields: number): string {
  return `z.object({ ${eachField(fields, (field) => `${prefix}${field}: ${FIELD_TYPES[field % FIELD_TYPES.length]}`)} })`;
}

function eachField(fields: number, write: (field: number) => string): string {
  return Array.from({ length: fields }, (_, field) => write(field)).join(', ');
}
