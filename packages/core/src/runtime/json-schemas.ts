import type { ToolDescriptor, ToolProvider } from '../application/tools.js';
import { checkSchema, isStandardSchema, type JsonSchema, type Schema, toJsonSchema } from '../schema/index.js';
import { inferSchemas } from '../signature/index.js';

/** One side of a tool: the schema that is listed, and the library object that it came from, if it did. */
export interface ToolSide {
  readonly schema: JsonSchema;
  readonly library: Schema | undefined;
}

/** Input of a tool that takes no arguments (TL-08). */
const NO_ARGUMENTS: JsonSchema = Object.freeze({ type: 'object', additionalProperties: false });

/** The schemas that an author gave for a tool, before anything is made of them: the hooks, then the descriptor. */
export function givenSchemas(
  descriptor: ToolDescriptor,
  application: Partial<ToolProvider>,
): { readonly input: Schema | undefined; readonly output: Schema | undefined } {
  const { name } = descriptor;
  return {
    input: application.inputSchema?.(name) ?? descriptor.input,
    output: application.outputSchema?.(name) ?? descriptor.output,
  };
}

/**
 * The two sides of a tool as JSON Schema, checked. A tool made from a signature always has both; any other has an output
 * side only where an output is declared (design decision D-4).
 *
 * @throws SchemaError that names the tool
 */
export function toolSides(
  descriptor: ToolDescriptor,
  given: { readonly input: Schema | undefined; readonly output: Schema | undefined },
): { readonly input: ToolSide; readonly output: ToolSide | undefined } {
  const { name, signature } = descriptor;
  const inferred = signature === undefined ? undefined : inferSchemas(signature, `tool '${name}'`);
  const input = given.input ?? inferred?.input ?? NO_ARGUMENTS;
  const output = given.output ?? inferred?.output;
  return {
    input: side(input, 'input', name),
    output: output === undefined ? undefined : side(output, 'output', name),
  };
}

function side(schema: Schema, which: 'input' | 'output', tool: string): ToolSide {
  const subject = `${which} of tool '${tool}'`;
  const json = toJsonSchema(schema, { side: which, subject });
  checkSchema(json, { side: which, subject });
  return { schema: json, library: isStandardSchema(schema) ? schema : undefined };
}
