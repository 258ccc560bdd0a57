import { checkMembers, type MemberTable } from '../application/members.js';
import { ApplicationError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';

/** What a declaring function such as `tool` was given. */
export interface Declaration<Definition> {
  readonly name: string | undefined;
  readonly definition: Definition;
  /** What is declared, for error messages: `tool 'add'`, or `a tool` where it has no name yet. */
  readonly subject: string;
}

/**
 * Reads the arguments of a declaring function: a definition, or a name and a definition.
 *
 * @param declare the function, such as `tool`
 * @param kind what it declares, such as `resource template`
 * @param answer the member that answers, such as `run`
 * @throws ApplicationError for other arguments, and for a definition with a member that nothing reads
 */
export function readDeclaration<Definition extends object>(
  args: readonly unknown[],
  declare: string,
  kind: string,
  members: MemberTable,
  answer: string,
): Declaration<Definition> {
  if (args.length > 2) {
    throw new ApplicationError(
      `${declare}() takes a name and one object; got ${args.length} arguments. What answers goes into the object, as '${answer}'`,
    );
  }
  const [name, definition] = args.length === 2 ? args : [undefined, args[0]];
  if (name !== undefined && typeof name !== 'string') {
    throw new ApplicationError(`The name of a ${kind} must be a string; got ${kindOf(name)}`);
  }
  const subject = subjectOf(kind, name ?? (isJsonObject(definition) ? definition.name : undefined));
  checkMembers(definition, members, subject);
  return { name, definition: definition as Definition, subject };
}

function subjectOf(kind: string, name: unknown): string {
  return typeof name === 'string' ? `${kind} '${name}'` : `a ${kind}`;
}

/** A copy with other members. It is an instance of the same class, since that may be where its methods are. */
export function copyWith<Part extends object, Members extends object>(part: Part, members: Members): Part & Members {
  return Object.assign(Object.create(Object.getPrototypeOf(part) as object | null), part, members);
}
