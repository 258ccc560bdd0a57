import { checkArguments } from '../application/check-arguments.js';
import type { ListHook } from '../application/hooks.js';
import {
  checkMembers,
  type MemberTable,
  PROMPT,
  RESOURCE,
  RESOURCE_TEMPLATE,
  subjectOf,
  TOOL,
} from '../application/members.js';
import { ApplicationError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
import { copyWith } from './declaration.js';

/** Declarations by key, which is their name unless they have another; or descriptors in an array. */
export type Declared<Declaration, Descriptor> = Readonly<Record<string, Declaration>> | readonly Descriptor[];

/** What is declared, by the member of the definition that declares it. */
const KINDS: Readonly<Record<ListHook, { readonly kind: string; readonly members: MemberTable }>> = {
  tools: { kind: 'tool', members: TOOL },
  prompts: { kind: 'prompt', members: PROMPT },
  resources: { kind: 'resource', members: RESOURCE },
  resourceTemplates: { kind: 'resource template', members: RESOURCE_TEMPLATE },
};

/**
 * The descriptors of what was declared, in order.
 *
 * @param list the member that declares it
 * @param describe makes the descriptor of a declaration that is to have this name
 * @throws ApplicationError for what is neither a record nor an array, such as the `tools` function of a class, and for a
 *   declaration with a member that nothing reads
 */
export function listDeclared<Declaration extends { readonly name?: string | undefined }, Descriptor>(
  list: ListHook,
  declared: Declared<Declaration, Descriptor>,
  describe: (name: string, declaration: Declaration) => Descriptor,
): readonly Descriptor[] {
  if (isArray(declared)) {
    for (const [index, descriptor] of declared.entries()) checkDeclared(list, descriptor, undefined, index);
    return declared;
  }
  if (typeof declared !== 'object' || declared === null) {
    throw new ApplicationError(`The ${list} have to be declared in an object or an array, got ${kindOf(declared)}`);
  }
  return Object.entries(declared).map(([key, declaration], index) => {
    checkDeclared(list, declaration, key, index);
    return describe(declaration.name ?? key, declaration);
  });
}

function checkDeclared(list: ListHook, declaration: unknown, key: string | undefined, index: number): void {
  const { kind, members } = KINDS[list];
  const subject = subjectOf(kind, (isJsonObject(declaration) ? declaration.name : undefined) ?? key, index);
  checkMembers(declaration, members, subject);
  if (list === 'prompts') checkArguments((declaration as { readonly arguments?: unknown }).arguments, subject);
}

/** The descriptor of a declaration. */
export function withName<Declaration extends object>(
  name: string,
  declaration: Declaration,
): Declaration & { readonly name: string } {
  return copyWith(declaration, { name });
}

function isArray<Declaration, Descriptor>(
  declared: Declared<Declaration, Descriptor>,
): declared is readonly Descriptor[] {
  return Array.isArray(declared);
}
