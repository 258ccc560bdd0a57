import { ApplicationError } from '../errors.js';

/** Declarations by key, which is their name unless they have another; or descriptors in an array. */
export type Declared<Declaration, Descriptor> = Readonly<Record<string, Declaration>> | readonly Descriptor[];

/**
 * The descriptors of what was declared, in order.
 *
 * @param kind what is declared, such as `tools`, for the error message
 * @param describe makes the descriptor of a declaration that is to have this name
 * @throws ApplicationError for what is neither a record nor an array, such as the `tools` function of a class
 */
export function listDeclared<Declaration extends { readonly name?: string }, Descriptor>(
  kind: string,
  declared: Declared<Declaration, Descriptor>,
  describe: (name: string, declaration: Declaration) => Descriptor,
): readonly Descriptor[] {
  if (isArray(declared)) return declared;
  if (typeof declared !== 'object') {
    throw new ApplicationError(`The ${kind} have to be declared in an object or an array, got a ${typeof declared}`);
  }
  return Object.entries(declared).map(([key, declaration]) => describe(declaration.name ?? key, declaration));
}

/** The descriptor of a declaration. */
export function withName<Declaration>(name: string, declaration: Declaration): Declaration & { readonly name: string } {
  return { ...declaration, name };
}

function isArray<Declaration, Descriptor>(
  declared: Declared<Declaration, Descriptor>,
): declared is readonly Descriptor[] {
  return Array.isArray(declared);
}
