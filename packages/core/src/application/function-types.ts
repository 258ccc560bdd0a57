import { isJsonObject } from '../json.js';
import { misfitOf, type TypeCheck } from './member-types.js';

/** What answers or proposes. `dialogue` gives a function too. */
export const FUNCTION: TypeCheck = (value, path) =>
  typeof value === 'function' ? undefined : misfitOf(value, path, 'a function');

/** Functions by name. */
export const FUNCTIONS: TypeCheck = (value, path) => {
  if (!isJsonObject(value)) return misfitOf(value, path, 'an object of functions');
  for (const [name, each] of Object.entries(value)) {
    const misfit = each === undefined ? undefined : FUNCTION(each, `${path}.${name}`);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
};
