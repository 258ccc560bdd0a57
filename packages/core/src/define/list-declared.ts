/** Declarations by key, which is their name unless they have another; or descriptors in an array. */
export type Declared<Declaration, Descriptor> = Readonly<Record<string, Declaration>> | readonly Descriptor[];

/**
 * The descriptors of what was declared, in order.
 *
 * @param describe makes the descriptor of a declaration that is to have this name
 */
export function listDeclared<Declaration extends { readonly name?: string }, Descriptor>(
  declared: Declared<Declaration, Descriptor>,
  describe: (name: string, declaration: Declaration) => Descriptor,
): readonly Descriptor[] {
  if (isArray(declared)) return declared;
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
