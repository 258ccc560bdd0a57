// What the floors answer. They parse, give an answer of a fixed shape and serialise it. They validate nothing, so they are
// no MCP servers, but what no server on this platform can be quicker than.
import { ADD, addInput, addOutput, addResult, SERVER, searchInput, searchTools } from './tools.mjs';

const CAPABILITIES = { tools: { listChanged: true } };

/**
 * Gives the function from a request to the result for it.
 *
 * @param era `2025` or `2026`
 * @param total how many tools there are
 */
export function floorAnswers(era, total) {
  const tools = [
    { ...ADD, inputSchema: addInput, outputSchema: addOutput },
    ...searchTools(total).map((tool) => ({ ...tool, inputSchema: searchInput })),
  ];
  const complete = era === '2026' ? { resultType: 'complete' } : {};
  const cache = era === '2026' ? { ttlMs: 0, cacheScope: 'private' } : {};
  return ({ method, params }) => {
    switch (method) {
      case 'tools/call':
        return { ...complete, ...addResult(params.arguments) };
      case 'tools/list':
        return { ...complete, tools, ...cache };
      case 'server/discover':
        return { ...complete, supportedVersions: ['2026-07-28'], capabilities: CAPABILITIES, ...cache };
      case 'initialize':
        return { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, serverInfo: SERVER };
      default:
        return complete;
    }
  };
}
