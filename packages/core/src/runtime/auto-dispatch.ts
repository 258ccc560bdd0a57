import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import type { ToolReturn } from '../application/tools.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { text } from '../results/content.js';
import { error, structured } from '../results/tool.js';
import { dispatchTarget } from './dispatch-target.js';
import type { ToolEntry } from './tool-catalog.js';
import { isToolResult } from './tool-return.js';

/** What a call gives that no method answers. */
export const NO_METHOD: unique symbol = Symbol('no method');

/** A method that gives no result where outputs are declared (the reference's words). */
const FAILED = 'Tool predicate failed';

/**
 * Calls the method that a descriptor names: the inputs one by one in the order of the signature, then the context. What is
 * not in the arguments is `undefined`.
 *
 * @returns what the method gave, with a bare single output put under its name; or `NO_METHOD`
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
  if (entry.outputs === undefined) return value as ToolReturn;
  return entry.outputs.length === 0 ? withoutOutputs(value) : withOutputs(value, entry.outputs);
}

function withoutOutputs(value: unknown): ToolReturn {
  if (value === undefined || value === null) return structured({}, [text('Success')]);
  return value as ToolReturn;
}

function withOutputs(value: unknown, outputs: readonly string[]): ToolReturn {
  if (value === undefined) return error(FAILED);
  if (isToolResult(value)) return value;
  const [only] = outputs;
  if (outputs.length > 1 || only === undefined) return structured(value as object);
  const isRecord = isJsonObject(value) && Object.hasOwn(value, only) && Object.keys(value).length === 1;
  return structured(isRecord ? value : { [only]: value });
}
