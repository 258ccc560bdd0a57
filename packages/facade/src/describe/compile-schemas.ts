import { type Application, type Logger, SchemaError, silentLogger, type SpecProtocol, type ToolDescriptor } from '@polyspec/core';
import { connectTestClient } from '@polyspec/core/testing';
import { withMembers } from './application-view.js';
import { callProblem, type Problem } from './problem.js';

/**
 * Compiles the schemas of all tools, which a server does when a tool is first called: each tool is called, with something in
 * its place that does nothing.
 */
export async function compileSchemas(
  application: Application,
  tools: readonly ToolDescriptor[],
  spec: SpecProtocol,
): Promise<readonly Problem[]> {
  const faults: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (fields) => {
      const { err } = fields as { readonly err?: unknown };
      if (err instanceof SchemaError) faults.push(err);
    },
  };
  const idle = tools.map((tool): ToolDescriptor => ({ ...tool, run: () => undefined, requires: {} }));
  const client = await connectTestClient(withMembers(application, { tools: () => idle }), { spec, server: { logger } });
  const problems: Problem[] = [];
  for (const { name } of idle) {
    // Whether it takes no arguments does not matter: its schemas are compiled before that is known.
    await client.callTool(name).catch(() => undefined);
    problems.push(...faults.splice(0).map((fault) => callProblem(`tool '${name}'`, fault)));
  }
  await client.close();
  return problems;
}
