import { ApplicationError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
import { checkMembers, PROMPT_ARGUMENT, subjectOf } from './members.js';

/**
 * Checks the parameters of a prompt as a descriptor has them.
 *
 * @param prompt which prompt, such as `prompt 'greet'`
 * @throws ApplicationError for what is no array, and for a parameter with a member that nothing reads
 */
export function checkArguments(given: unknown, prompt: string): void {
  if (given === undefined) return;
  if (!Array.isArray(given)) {
    const advice = isJsonObject(given) ? '. To give them by name, declare it with prompt({ … })' : '';
    throw new ApplicationError(
      `The arguments of ${prompt} must be an array of { name, … }; got ${kindOf(given)}${advice}`,
    );
  }
  for (const [index, argument] of given.entries()) {
    const name: unknown = isJsonObject(argument) ? argument.name : undefined;
    checkMembers(argument, PROMPT_ARGUMENT, `${subjectOf('argument', name, index)} of ${prompt}`);
    if (typeof name !== 'string' || name === '')
      throw new ApplicationError(`Argument ${index + 1} of ${prompt} has no name`);
  }
}
