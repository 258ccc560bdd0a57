import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ToolReturn } from '../application/tools.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { isError } from '../kind-of.js';
import { text } from '../results/content.js';
import { error, structured } from '../results/tool.js';
import { dispatchTarget } from './dispatch-target.js';
import type { ToolEntry } from './tool-catalog.js';
import { checkWritable, isContent, isContentBlock, isIterator, isToolResult } from './tool-return.js';

/** What a call gives that no method answers. */
export const NO_METHOD: unique symbol = Symbol('no method');

/** A method that gives no result where outputs are declared (the reference's words). */
const FAILED = 'Tool predicate failed';

/**
 * Calls the method that a descriptor names: the inputs one by one in the order of the signature, then the context. What is
 * not in the arguments is `undefined`.
 *
 * @returns what the method gave, with a bare single output put under its name, and «Success» in place of what no output is
 *   declared for; or `NO_METHOD`
 * @throws what the method throws; TypeError for what JSON does not have
 */
export async function autoDispatch(
  entry: ToolEntry,
  args: JsonObject,
  application: Application,
  context: CallContext,
): Promise<ToolReturn | typeof NO_METHOD> {
  const method = dispatchTarget(entry.descriptor, application);
  if (method === undefined) return NO_METHOD;
  const inputs = entry.inputs.map((input) => (Object.hasOwn(args, input) ? args[input] : undefined));
  const value = await method(...inputs, context);
  const { outputs } = entry;
  if (outputs === undefined) return value as ToolReturn;
  return outputs.length === 0 ? withoutOutputs(value, entry) : withOutputs(value, outputs, entry);
}

/**
 * What the method gives beside a result is for its other callers, as with `Set.delete`, and no business of the client's; unless
 * a schema of its own says what the result is.
 */
function withoutOutputs(value: unknown, { given }: ToolEntry): ToolReturn {
  const isForClient =
    typeof value === 'string' ||
    isToolResult(value) ||
    isContentBlock(value) ||
    isContent(value) ||
    isError(value) ||
    isIterator(value) ||
    (given.output !== undefined && value !== undefined && value !== null);
  return isForClient ? (value as ToolReturn) : structured({}, [text('Success')]);
}

function withOutputs(value: unknown, outputs: readonly string[], entry: ToolEntry): ToolReturn {
  if (value === undefined) return error(FAILED);
  if (isToolResult(value)) return value;
  checkWritable(value);
  const [only] = outputs;
  if (only !== undefined && outputs.length === 1 && !isNamed(value, only, entry)) return structured({ [only]: value });
  return structured(isJsonObject(value) ? declared(value, outputs, entry) : (value as object));
}

/** Of a record that has more than the outputs, such as an object of the application's own, no more than those is the client's. */
function declared(value: JsonObject, outputs: readonly string[], { output }: ToolEntry): JsonObject {
  const properties = output?.schema.properties;
  const names = new Set([...outputs, ...(isJsonObject(properties) ? Object.keys(properties) : [])]);
  const entries = Object.entries(value);
  const own = entries.filter(([name]) => names.has(name));
  return own.length === entries.length ? value : Object.fromEntries(own);
}

/**
 * Whether a value has the only output under its name, rather than being it. The type that the output schema has for it decides:
 * where that is no object, an object is by name. Where it is one, by name is an object with nothing but such an object under the
 * name.
 */
function isNamed(value: unknown, only: string, { output }: ToolEntry): value is JsonObject {
  if (!isJsonObject(value) || !Object.hasOwn(value, only)) return false;
  const properties = output?.schema.properties;
  const property = isJsonObject(properties) && Object.hasOwn(properties, only) ? properties[only] : undefined;
  const type = isJsonObject(property) ? property.type : undefined;
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'))) return true;
  return Object.keys(value).length === 1 && (type !== 'object' || isJsonObject(value[only]));
}
