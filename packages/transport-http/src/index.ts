export { type FetchHandler, fetchHandler } from './fetch-handler.js';
export { streamableHttp } from './listener.js';
export { type HostedOptions, type NodeHandler, nodeHandler } from './node-handler.js';
export type { HttpEndpointOptions, HttpOptions, HttpServerOptions } from './options.js';
export { type McpPluginOptions, mcpPlugin } from './plugin.js';
