import { UriTemplateError } from './error.js';
import type { Field, Pattern } from './pattern.js';

/**
 * Refuses templates whose values can't be told apart in a URI. RFC 6570 allows them, since it only writes URIs; a server
 * that must read them would have to guess.
 *
 * @throws UriTemplateError
 */
export function refuseAmbiguity(template: string, pattern: Pattern): void {
  const fields = pattern.pieces.filter((piece) => piece.type === 'field');
  refuseNeighbours(template, pattern);
  refuseTwoLists(template, fields);
  refuseMixedKinds(template, fields);
}

/** `{a}{b}`: nothing shows where `a` ends. An expression with a mark of its own, such as `{/b}` or `{?b}`, may follow. */
function refuseNeighbours(template: string, { pieces }: Pattern): void {
  for (const [index, piece] of pieces.entries()) {
    if (piece.type !== 'field' || piece.operator.mark !== '' || pieces[index - 1]?.type !== 'field') continue;
    const name = piece.variables[0]?.name ?? '';
    const reason = `nothing shows where the values before end and "${name}" begins; put literal text between, such as "/"`;
    throw new UriTemplateError(template, reason, piece.position);
  }
}

/** `{/a*,b*}`: nothing shows which items belong to which list. Lists with names, such as `{?a*,b*}`, are no problem. */
function refuseTwoLists(template: string, fields: readonly Field[]): void {
  for (const { operator, variables, position } of fields) {
    const [first, second] = variables.filter((variable) => variable.isList);
    if (operator.isNamed || first === undefined || second === undefined) continue;
    const reason = `nothing shows where the list "${first.name}" ends and the list "${second.name}" begins; keep one of them`;
    throw new UriTemplateError(template, reason, position);
  }
}

/** `{a}/{a*}`: the value would be a text and a list at once. */
function refuseMixedKinds(template: string, fields: readonly Field[]): void {
  const kinds = new Map<string, boolean>();
  for (const { variables, position } of fields) {
    for (const { name, isList } of variables) {
      if ((kinds.get(name) ?? isList) !== isList) {
        const reason = `"${name}" is a list in one place ("*") and a single value in another; write it the same way`;
        throw new UriTemplateError(template, reason, position);
      }
      kinds.set(name, isList);
    }
  }
}
