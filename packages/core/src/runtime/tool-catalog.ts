import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import { checkMembers, subjectOf, TOOL } from '../application/members.js';
import type { ToolDescriptor, ToolReturn } from '../application/tools.js';
import type { Awaitable } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError } from '../errors.js';
import { answersInRounds } from '../rounds/run-in-rounds.js';
import { isEqual } from '../schema/equality.js';
import {
  compileValidator,
  isStandardSchema,
  type Schema,
  type SchemaValidatorEngine,
  type Validator,
} from '../schema/index.js';
import { signatureInputs, signatureOutputs } from '../signature/index.js';
import { dispatchTarget } from './dispatch-target.js';
import { givenSchemas, type ToolSide, toolSides } from './json-schemas.js';
import type { ListedTool } from './runtime.js';

/** The compiled checks of a tool. */
export interface ToolChecks {
  readonly input: Validator;
  readonly output: Validator | undefined;
}

/** A tool with all that can be made of its description once. */
export interface ToolEntry {
  readonly descriptor: ToolDescriptor;
  readonly given: { readonly input: Schema | undefined; readonly output: Schema | undefined };
  readonly listed: ListedTool;
  readonly input: ToolSide;
  readonly output: ToolSide | undefined;
  /** The names of the inputs that auto-dispatch passes, in order. */
  readonly inputs: readonly string[];
  /** The names of the outputs that the signature declares; `undefined` without a signature. */
  readonly outputs: readonly string[] | undefined;
  /** The descriptor again, where its `run` answers at once: not in rounds. */
  readonly atOnce: { run(args: never, context: CallContext): Awaitable<ToolReturn> } | undefined;
  /** Whether it may be answered in rounds: by its own `run`, or by a hook. */
  readonly usesRounds: boolean;
  /** What calls leave behind for the next ones. */
  readonly compiled: { checks: ToolChecks | undefined; hasWarned: boolean };
}

/** The tools that one array of descriptors describes. */
export interface ToolCatalog {
  readonly items: readonly ListedTool[];
  readonly byName: ReadonlyMap<string, ToolEntry>;
}

/** Who has a say when a tool is first seen. */
export interface ToolWatch {
  readonly logger: Logger;
  /** What the revisions served have to say. Throws for what they can't serve. */
  readonly checkTool?: ((tool: ListedTool) => void) | undefined;
}

/** Characters and length that the protocol recommends (TL-10). */
const GOOD_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/**
 * Builds the catalog of an array of descriptors. Entries whose description has not changed since the catalog before are
 * taken over with their compiled checks, and so is the whole list: an application may return fresh literals each time.
 *
 * @throws ApplicationError, SchemaError that name the tool
 */
export function toolCatalog(
  descriptors: readonly ToolDescriptor[],
  previous: ToolCatalog | undefined,
  application: Application,
  watch: ToolWatch,
): ToolCatalog {
  const byName = new Map<string, ToolEntry>();
  let unchanged = previous !== undefined && previous.items.length === descriptors.length;
  for (const [index, descriptor] of descriptors.entries()) {
    const name: unknown = descriptor?.name;
    if (typeof name !== 'string' || name === '') {
      checkMembers(descriptor, TOOL, subjectOf('tool', undefined, index));
      throw new ApplicationError(`Tool ${index + 1} has no name`);
    }
    if (byName.has(name)) throw new ApplicationError(`There are two tools named '${name}'`);
    const entry = toolEntry(descriptor, previous?.byName.get(name), application, watch);
    unchanged &&= previous?.items[index] === entry.listed;
    byName.set(name, entry);
  }
  const items =
    unchanged && previous !== undefined ? previous.items : [...byName.values()].map((entry) => entry.listed);
  return { items, byName };
}

function toolEntry(
  descriptor: ToolDescriptor,
  previous: ToolEntry | undefined,
  application: Application,
  { logger, checkTool }: ToolWatch,
): ToolEntry {
  const given = givenSchemas(descriptor, application);
  if (previous !== undefined && isSameTool(previous, descriptor, given)) {
    return { ...previous, descriptor, atOnce: atOnce(descriptor), usesRounds: usesRounds(descriptor, application) };
  }
  const { name, signature } = descriptor;
  checkMembers(descriptor, TOOL, `tool '${name}'`);
  if (!GOOD_NAME.test(name)) {
    logger.warn({ tool: name }, 'A tool name should be 1 to 128 characters of A-Z, a-z, 0-9, _, - and .');
  }
  checkAnswerable(descriptor, application);
  const { input, output } = toolSides(descriptor, given);
  const entry: ToolEntry = {
    descriptor,
    given,
    input,
    output,
    inputs: signature === undefined ? Object.keys(input.schema.properties ?? {}) : signatureInputs(signature),
    outputs: signature === undefined ? undefined : signatureOutputs(signature),
    atOnce: atOnce(descriptor),
    usesRounds: usesRounds(descriptor, application),
    compiled: { checks: undefined, hasWarned: false },
    listed: {
      name,
      title:
        descriptor.title ?? signature?.title ?? (signature === undefined ? undefined : (descriptor.method ?? name)),
      description: descriptor.description ?? signature?.description,
      inputSchema: input.schema,
      outputSchema: output?.schema,
      annotations: descriptor.annotations,
      icons: descriptor.icons,
      _meta: descriptor._meta,
    },
  };
  checkTool?.(entry.listed);
  return entry;
}

function atOnce(descriptor: ToolDescriptor): ToolEntry['atOnce'] {
  const { run } = descriptor;
  return run === undefined || answersInRounds(run) ? undefined : (descriptor as NonNullable<ToolEntry['atOnce']>);
}

function usesRounds({ run }: ToolDescriptor, { callToolRound }: Application): boolean {
  return run === undefined ? callToolRound !== undefined : answersInRounds(run);
}

/** A tool that nothing can answer is found at start, not by the first client that calls it. */
function checkAnswerable(descriptor: ToolDescriptor, application: Application): void {
  const { name, run, method = name } = descriptor;
  const answers =
    run !== undefined ||
    application.callTool !== undefined ||
    application.callToolWithElicitation !== undefined ||
    application.callToolRound !== undefined ||
    dispatchTarget(descriptor, application) !== undefined;
  if (!answers) {
    throw new ApplicationError(
      `Tool '${name}' can't be called: it has no run, there is no callTool, and no method '${method}'`,
    );
  }
}

function isSameTool(previous: ToolEntry, descriptor: ToolDescriptor, given: ToolEntry['given']): boolean {
  if (!isSameSchema(previous.given.input, given.input) || !isSameSchema(previous.given.output, given.output))
    return false;
  return previous.descriptor === descriptor || isEqual(described(previous.descriptor), described(descriptor));
}

/** A library's schema object may hold what no comparison sees, so it is the same only if it is the same object. */
function isSameSchema(before: Schema | undefined, now: Schema | undefined): boolean {
  return before === now || (!isStandardSchema(before) && !isStandardSchema(now) && isEqual(before, now));
}

/** What a descriptor says, without its schemas and what only matters when the tool is called. */
function described({ run: _run, target: _target, input: _input, output: _output, ...rest }: ToolDescriptor): object {
  return rest;
}

/**
 * The checks of a tool, compiled when they are first needed.
 *
 * @param engine what compiles them; ajv when absent
 */
export async function compileChecks(entry: ToolEntry, engine: SchemaValidatorEngine | undefined): Promise<ToolChecks> {
  const { name } = entry.listed;
  const checks: ToolChecks = {
    input: await compileValidator(entry.input.schema, `input of tool '${name}'`, engine),
    output: entry.output && (await compileValidator(entry.output.schema, `output of tool '${name}'`, engine)),
  };
  entry.compiled.checks = checks;
  return checks;
}
