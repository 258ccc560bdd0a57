import type { Application } from '../application/application.js';
import type {
  CompleteArgument,
  Completion,
  CompletionArgument,
  CompletionReference,
} from '../application/completions.js';
import { RequestError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { shown } from '../shown.js';
import type { PromptCatalog } from './prompts.js';
import type { RequestContext } from './request-context.js';
import type { ResourceCatalog, TemplateCatalog } from './resources.js';

/** The most values that one answer may have (CP-03). */
const COMPLETION_LIMIT = 100;

/** The lists that a reference is looked up in. */
export interface CompletionLists {
  readonly prompts: PromptCatalog | undefined;
  readonly resources: ResourceCatalog | undefined;
  readonly templates: TemplateCatalog | undefined;
}

/**
 * Finds what is being completed, and its own complete function if it has one.
 *
 * @throws RequestError `invalid-params` for a reference that is not listed, and for an argument that it does not have
 */
export function findCompleter(
  reference: CompletionReference,
  argument: CompletionArgument,
  { prompts, resources, templates }: CompletionLists,
): CompleteArgument | undefined {
  if (reference.type === 'prompt') {
    const prompt = prompts?.byName.get(reference.name);
    if (prompt === undefined) throw invalid(`Unknown prompt '${shown(reference.name)}'`);
    const declared = prompt.arguments?.find(({ name }) => name === argument.name);
    if (declared === undefined) throw invalid(`Prompt '${reference.name}' has no argument '${shown(argument.name)}'`);
    return declared.complete;
  }
  const found = templates?.byTemplate.get(reference.uri);
  if (found === undefined) {
    if (resources?.byUri.has(reference.uri) === true) return undefined;
    throw invalid(`Unknown resource or template '${shown(reference.uri)}'`);
  }
  if (!found.template.variables.includes(argument.name)) {
    throw invalid(`Template '${reference.uri}' has no variable '${shown(argument.name)}'`);
  }
  const { complete } = found.descriptor;
  return complete !== undefined && Object.hasOwn(complete, argument.name) ? complete[argument.name] : undefined;
}

/** Asks for the values: the complete function of the argument, or the application's. */
export async function proposeValues(
  completer: CompleteArgument | undefined,
  reference: CompletionReference,
  argument: CompletionArgument,
  resolved: Readonly<Record<string, string>>,
  application: Application,
  context: RequestContext,
): Promise<Completion> {
  const value: unknown =
    completer === undefined
      ? await application.complete?.(reference, argument, resolved, context)
      : await completer(argument.value, resolved, context);
  return toCompletion(value);
}

/**
 * `undefined` means that there is nothing to propose. All values are checked, also those past the hundredth; of more than a
 * hundred the first hundred stay.
 */
function toCompletion(value: unknown): Completion {
  if (value === undefined) return { values: [] };
  const given: unknown = Array.isArray(value) ? { values: value } : value;
  if (!isJsonObject(given) || !Array.isArray(given.values) || !given.values.every((item) => typeof item === 'string')) {
    throw new TypeError('A completion has to be a list of strings, or an object with one as values');
  }
  const { values, total, hasMore } = given;
  if (total !== undefined && !(Number.isSafeInteger(total) && (total as number) >= 0))
    throw new TypeError('total has to be a count');
  if (hasMore !== undefined && typeof hasMore !== 'boolean') throw new TypeError('hasMore has to be true or false');
  const isCut = values.length > COMPLETION_LIMIT;
  return {
    values: (isCut ? values.slice(0, COMPLETION_LIMIT) : values) as readonly string[],
    ...(total !== undefined && { total: total as number }),
    ...(isCut ? { hasMore: true } : hasMore !== undefined && { hasMore }),
  };
}

function invalid(message: string): RequestError {
  return new RequestError('invalid-params', message);
}
