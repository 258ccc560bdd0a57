import { McpServer } from '@modelcontextprotocol/server';
import { SERVER } from '../tools.mjs';
import { zodTools } from '../zod-tools.mjs';

/** The function that the SDK asks for a server: for each request over HTTP, for each connection otherwise. */
export function serverFactory(total) {
  const tools = zodTools(total);
  return () => {
    const server = new McpServer(SERVER, { capabilities: { tools: { listChanged: true } } });
    for (const { name, description, input, output, run } of tools) {
      server.registerTool(name, { description, inputSchema: input, outputSchema: output }, run);
    }
    return server;
  };
}
