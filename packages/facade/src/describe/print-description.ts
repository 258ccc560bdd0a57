import { isJsonObject, type JsonObject, type JsonValue } from '@polyspec/core';
import type { Description } from './description.js';
import type { Difference } from './differences.js';
import { printProblems } from './print-problems.js';
import { entriesIn } from './quirks/walk-schema.js';

/** A description as text, for people. */
export function printDescription(description: Description): string {
  const { name, version, title, tools, prompts, resources, resourceTemplates, completions, problems } = description;
  const sections = [
    `${name} ${version}${title === undefined || title === name ? '' : `, ${title}`}`,
    section('Tools', tools, printTool),
    section('Prompts', prompts, printPrompt),
    section('Resources', resources, (item) => printResource(item, item.uri)),
    section('Resource templates', resourceTemplates, (item) => printResource(item, item.uriTemplate)),
    section('Completions', completions, ({ subject, arguments: args }) => `  ${subject}: ${args.join(', ')}`),
    printRevisions(description),
    printProblems(problems),
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

function section<T>(title: string, items: readonly T[], print: (item: T) => string): string {
  return items.length === 0 ? '' : [`${title} (${items.length})`, ...items.map(print)].join('\n');
}

function printTool({ name, description, inputSchema, outputSchema }: JsonObject): string {
  const result = outputSchema === undefined ? '' : ` → ${typeName(outputSchema)}`;
  return [`  ${name}(${parametersOf(inputSchema)})${result}`, ...about(description)].join('\n');
}

function parametersOf(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return '';
  const required = Array.isArray(schema.required) ? (schema.required as readonly JsonValue[]) : [];
  const properties = entriesIn(schema, 'properties');
  if (properties.length === 0 && ['anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in schema)) return '…';
  return properties.map(([name, type]) => `${name}${required.includes(name) ? '' : '?'}: ${typeName(type)}`).join(', ');
}

/** What a schema accepts, in a word or two. */
function typeName(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return 'anything';
  const { type, $ref, items } = schema;
  const literals = Array.isArray(schema.enum)
    ? (schema.enum as readonly JsonValue[])
    : 'const' in schema
      ? [schema.const]
      : undefined;
  if (literals !== undefined) return shortened(literals.map((value) => JSON.stringify(value)).join(' | '));
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') return isJsonObject(items) ? `${typeName(items)}[]` : 'anything[]';
  if (type === 'object' && isJsonObject(schema.properties)) return shortened(`{ ${parametersOf(schema)} }`);
  const branches = schema.anyOf ?? schema.oneOf;
  if (type === undefined && Array.isArray(branches)) return shortened(branches.map(typeName).join(' | '));
  return typeof type === 'string' ? type : 'anything';
}

function printPrompt({ name, description, arguments: args = [] }: JsonObject): string {
  const names = (args as unknown as readonly { readonly name: string; readonly required?: boolean }[]).map(
    (argument) => `${argument.name}${argument.required === true ? '' : '?'}`,
  );
  return [`  ${name}(${names.join(', ')})`, ...about(description)].join('\n');
}

function printResource({ name, description, mimeType }: JsonObject, uri: JsonValue | undefined): string {
  return [`  ${uri}  ${name}${mimeType === undefined ? '' : `, ${mimeType}`}`, ...about(description)].join('\n');
}

function about(description: JsonValue | undefined): readonly string[] {
  const [line = ''] = String(description ?? '')
    .trim()
    .split('\n', 1);
  return line === '' ? [] : [`      ${shortened(line)}`];
}

const WIDTH = 100;

function shortened(text: string): string {
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}

function printRevisions({ revisions }: Description): string {
  const [newest] = revisions;
  if (newest === undefined) return 'Revisions: none whose clients could be asked';
  const rows = revisions.flatMap(({ revision, capabilities, differences }) => [
    `  ${revision}  ${Object.keys(capabilities).join(', ') || 'nothing'}`,
    ...byChange(differences).map((line) => `      ${line}`),
  ]);
  return [`Revisions, and what each shows otherwise than ${newest.revision}`, ...rows].join('\n');
}

const CHANGES: Readonly<Record<Difference['change'], (member: string) => string>> = {
  missing: (member) => `without ${member}`,
  added: (member) => `with ${member}`,
  wrapped: (member) => `${member} as { result: … }`,
  other: (member) => `another ${member}`,
};

/** One line a kind of difference, with all that it concerns. */
function byChange(differences: readonly Difference[]): readonly string[] {
  const subjects = new Map<string, string[]>();
  for (const { subject, member, change } of differences) {
    const line = member === undefined ? 'not shown' : CHANGES[change](member);
    subjects.set(line, [...(subjects.get(line) ?? []), subject]);
  }
  return [...subjects].map(([line, concerned]) => shortened(`${line}: ${concerned.join(', ')}`));
}
