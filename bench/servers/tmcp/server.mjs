import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { McpServer } from 'tmcp';
import { SERVER } from '../tools.mjs';
import { zodTools } from '../zod-tools.mjs';

/** One server for all requests. */
export function createServer(total) {
  const server = new McpServer(
    { ...SERVER, description: 'A server to be measured' },
    { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
  );
  for (const { name, description, input, output, run } of zodTools(total)) {
    server.tool({ name, description, schema: input, ...(output !== undefined && { outputSchema: output }) }, run);
  }
  return server;
}
