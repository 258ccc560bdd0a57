import { ApplicationError } from '../errors.js';
import { isPlainObject, kindOf } from '../kind-of.js';
import { nearest } from '../nearest.js';
import { FUNCTION, FUNCTIONS } from './function-types.js';
import {
  CONTENT_ANNOTATIONS,
  checkTypes,
  FLAG,
  ICONS,
  OBJECT,
  SIZE,
  TEXT,
  TIME_LIMIT,
  TOOL_ANNOTATIONS,
  type TypeCheck,
} from './member-types.js';
import type { PromptArgument, PromptDescriptor } from './prompts.js';
import { REQUIRES } from './required-capabilities.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from './resources.js';
import { SIGNATURE } from './signature-members.js';
import type { ToolDescriptor } from './tools.js';

/** The members that one kind of part has. */
export interface MemberTable {
  readonly known: ReadonlySet<string>;
  /** What other libraries call some of them. */
  readonly otherNames: Readonly<Record<string, string>>;
  /** The types of those that clients are sent as they are. */
  readonly types?: Readonly<Record<string, TypeCheck>>;
  /** How such a part is written, for a value that is none. */
  readonly example: string;
}

/**
 * Refuses a part with a member that nothing reads: a slip of the pen, or the name that another library has for it. An
 * instance of a class may have members of its own. Refuses also a member that clients could not read.
 *
 * @param subject what the part is, such as `tool 'add'`, to complete the sentence «Unknown member 'x' of …»
 * @throws ApplicationError that names the part, the member, and the one that was probably meant
 */
export function checkMembers(
  part: unknown,
  { known, otherNames, types = {}, example }: MemberTable,
  subject: string,
): void {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    const beginning = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
    throw new ApplicationError(`${beginning} must be an object, such as ${example}; got ${kindOf(part)}`);
  }
  if (isPlainObject(part)) checkNames(part, known, otherNames, subject);
  checkTypes(part, types, subject);
}

function checkNames(
  part: object,
  known: ReadonlySet<string>,
  otherNames: Readonly<Record<string, string>>,
  subject: string,
): void {
  for (const member of Object.keys(part)) {
    if (known.has(member)) continue;
    const meant = Object.hasOwn(otherNames, member) ? otherNames[member] : nearest(member, known);
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    const all = [...known].sort().join(', ');
    throw new ApplicationError(`Unknown member '${member}' of ${subject}.${hint} Known members: ${all}`);
  }
}

/**
 * What a part is called in an error message: by its name, or by its place where it has none.
 *
 * @param index from 0
 */
export function subjectOf(kind: string, name: unknown, index: number): string {
  return `${kind} ${typeof name === 'string' ? `'${name}'` : index + 1}`;
}

const TEXTS = { summary: 'description', desc: 'description', label: 'title', displayName: 'title' } as const;
const SHARED = { ...TEXTS, meta: '_meta', icon: 'icons' } as const;

const TEXT_TYPES = { title: TEXT, description: TEXT };
const SHARED_TYPES = { ...TEXT_TYPES, icons: ICONS, _meta: OBJECT, requires: REQUIRES };
const RESOURCE_TYPES = { ...SHARED_TYPES, mimeType: TEXT, annotations: CONTENT_ANNOTATIONS, read: FUNCTION };

/** The names that other libraries have for the function that does the work. */
const FUNCTION_NAMES = [
  'handler',
  'execute',
  'callback',
  'cb',
  'func',
  'fn',
  'function',
  'call',
  'invoke',
  'action',
  'load',
  'get',
  'render',
  'resolve',
];

function each<Member extends string>(names: readonly string[], meant: Member): Readonly<Record<string, Member>> {
  return Object.fromEntries(names.map((name) => [name, meant]));
}

function tableOf<Part>(
  members: Readonly<Record<keyof Part, true>>,
  otherNames: Readonly<Record<string, keyof Part & string>>,
  example: string,
  types: Readonly<Partial<Record<keyof Part & string, TypeCheck>>>,
): MemberTable {
  return {
    known: new Set(Object.keys(members)),
    otherNames,
    example,
    types: types as Readonly<Record<string, TypeCheck>>,
  };
}

/** Members of a tool. */
export const TOOL: MemberTable = tableOf<ToolDescriptor>(
  {
    name: true,
    title: true,
    description: true,
    input: true,
    output: true,
    signature: true,
    method: true,
    target: true,
    run: true,
    annotations: true,
    icons: true,
    _meta: true,
    requires: true,
    timeoutMs: true,
  },
  {
    ...SHARED,
    ...each(FUNCTION_NAMES, 'run'),
    ...each(['inputSchema', 'input_schema', 'parameters', 'paramsSchema', 'params'], 'input'),
    ...each(['argsSchema', 'args', 'arguments', 'schema', 'inputs'], 'input'),
    ...each(['outputSchema', 'output_schema', 'resultSchema', 'returns', 'result', 'outputs'], 'output'),
    hints: 'annotations',
    ...each(['timeout', 'timeLimit', 'timeLimitMs'], 'timeoutMs'),
  },
  "tool('add', { … })",
  { ...SHARED_TYPES, annotations: TOOL_ANNOTATIONS, timeoutMs: TIME_LIMIT, signature: SIGNATURE, run: FUNCTION },
);

/** Members of a prompt. */
export const PROMPT: MemberTable = tableOf<PromptDescriptor>(
  { name: true, title: true, description: true, arguments: true, run: true, icons: true, _meta: true, requires: true },
  {
    ...SHARED,
    ...each(FUNCTION_NAMES, 'run'),
    ...each(['args', 'argsSchema', 'parameters', 'params', 'input', 'inputSchema', 'schema'], 'arguments'),
    ...each(['messages', 'text', 'template', 'content'], 'run'),
  },
  "prompt('greet', { … })",
  { ...SHARED_TYPES, run: FUNCTION },
);

/** Members of a parameter of a prompt. */
export const PROMPT_ARGUMENT: MemberTable = tableOf<PromptArgument>(
  { name: true, title: true, description: true, required: true, complete: true },
  {
    ...TEXTS,
    optional: 'required',
    ...each(['completion', 'completions', 'completer', 'enum', 'values'], 'complete'),
  },
  "{ description: '…', required: true }",
  { ...TEXT_TYPES, required: FLAG, complete: FUNCTION },
);

const RESOURCE_NAMES: Readonly<Record<string, keyof ResourceDescriptor & keyof ResourceTemplateDescriptor>> = {
  ...SHARED,
  ...each([...FUNCTION_NAMES, 'run', 'readCallback'], 'read'),
  ...each(['text', 'content', 'contents', 'blob', 'data'], 'read'),
  ...each(['mime', 'contentType', 'type'], 'mimeType'),
};

/** Members of a resource. */
export const RESOURCE: MemberTable = tableOf<ResourceDescriptor>(
  {
    uri: true,
    name: true,
    title: true,
    description: true,
    mimeType: true,
    size: true,
    annotations: true,
    icons: true,
    _meta: true,
    read: true,
    requires: true,
  },
  { ...RESOURCE_NAMES, ...each(['url', 'uriTemplate', 'path'], 'uri') },
  "resource('readme', { … })",
  { ...RESOURCE_TYPES, size: SIZE },
);

/** Members of a resource template. */
export const RESOURCE_TEMPLATE: MemberTable = tableOf<ResourceTemplateDescriptor>(
  {
    uriTemplate: true,
    name: true,
    title: true,
    description: true,
    mimeType: true,
    annotations: true,
    icons: true,
    _meta: true,
    read: true,
    requires: true,
    allowUnsafePaths: true,
    complete: true,
  },
  {
    ...RESOURCE_NAMES,
    ...each(['uri', 'url', 'template', 'pattern', 'path'], 'uriTemplate'),
    ...each(['completion', 'completions', 'arguments'], 'complete'),
  },
  "resourceTemplate('note', { … })",
  { ...RESOURCE_TYPES, complete: FUNCTIONS },
);
