import type { CallContext } from '../application/context.js';
import { TOOL } from '../application/members.js';
import type { ToolDescriptor, ToolResult, ToolReturn } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { RunInRounds } from '../rounds/run-in-rounds.js';
import type { InferInput, InferOutput, Schema } from '../schema/index.js';
import { copyWith, readDeclaration } from './declaration.js';

/** A function that a tool made from a signature calls: the inputs one by one in the order of the signature. */
export type ToolMethod = (...inputs: never[]) => unknown;

/** A tool that may get its name from where it stands: its key among the tools of `defineApplication`. */
export interface ToolDeclaration extends Omit<ToolDescriptor, 'name' | 'method'> {
  /** 1 to 128 characters of `A-Za-z0-9_-.`. Default: its key. */
  readonly name?: string | undefined;
  /** With a signature: the name of the method of `target`, or the function itself. Default: the tool's name. */
  readonly method?: string | ToolMethod | undefined;
}

/** What a tool with this output schema gives: its data, or a result that the tool built itself, such as `error(…)`. */
export type ToolOutput<O> = O extends Schema
  ? InferInput<O, object | string | number | boolean | null> | ToolResult
  : ToolReturn;

/**
 * What `tool` takes: a tool declaration, with a `run` whose types follow from the schemas.
 *
 * @typeParam I the schema of the arguments, `undefined` where there is none
 * @typeParam O the schema of the structured result, `undefined` where there is none
 */
export interface ToolDefinition<I, O> extends Omit<ToolDeclaration, 'input' | 'output' | 'run'> {
  /** The arguments: an object schema. Without it, and without a signature, the tool takes none. */
  readonly input?: I | undefined;
  /** The structured result. Once given, every successful result must have one that fits. */
  readonly output?: O | undefined;
  /**
   * Answers a call, at once or as a `dialogue`. The arguments have passed the schema: defaults and transforms of a schema library
   * are applied.
   */
  readonly run?:
    | ((args: InferOutput<I>, context: CallContext) => Awaitable<ToolOutput<O>>)
    | RunInRounds<[args: InferOutput<I>], ToolOutput<O>>
    | undefined;
}

/**
 * Declares a tool. The types of `run` follow from the schemas.
 *
 * With a `signature` it needs no schemas: its method is called with the inputs one by one, and what it gives is put under
 * the names of the outputs, as in auto-dispatch.
 *
 * @example
 * const add = tool({
 *   description: 'Adds two numbers.',
 *   input: z.object({ a: z.number(), b: z.number() }),
 *   output: z.object({ sum: z.number() }),
 *   run: ({ a, b }) => ({ sum: a + b }),
 * });
 * @example
 * const squareRoot = tool({
 *   signature: { arguments: [{ name: 'x', type: 'number' }, { name: 'root', type: 'number', mode: 'out' }] },
 *   method: (x: number) => Math.sqrt(x),
 * });
 */
export function tool<I extends Schema | undefined = undefined, O extends Schema | undefined = undefined>(
  definition: ToolDefinition<I, O>,
): ToolDeclaration;
/** Declares a tool with its name, for an array such as what `tools()` of a class returns. */
export function tool<I extends Schema | undefined = undefined, O extends Schema | undefined = undefined>(
  name: string,
  definition: ToolDefinition<I, O>,
): ToolDescriptor;
export function tool(
  ...args: readonly [ToolDeclaration] | readonly [string, ToolDeclaration]
): ToolDeclaration | ToolDescriptor {
  const { name, definition } = readDeclaration<ToolDeclaration>(args, 'tool', 'tool', TOOL, 'run');
  return name === undefined ? definition : nameTool(name, definition);
}

/** The descriptor of a declared tool. A method given as a function becomes that of an object of its own. */
export function nameTool(name: string, declaration: ToolDeclaration): ToolDescriptor {
  const { method } = declaration;
  if (typeof method !== 'function') return copyWith(declaration, { name }) as ToolDescriptor;
  return copyWith(declaration, { name, method: name, target: { [name]: method } });
}
