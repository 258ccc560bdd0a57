// Starting a server.

export type { Server, ServerControl, ServerHandler, ServerOptions } from '@polyspec/core';
export type { PrepareOptions, ServeOptions, ServeOptionsWith, SpecOption } from './options.js';
export { type PreparedServer, prepare } from './prepare.js';
export { serve } from './serve.js';
export type { SpecChoice, SpecName } from './spec-choice.js';
export type { TransportName } from './transport-choice.js';

// What an author writes: the providers, and what passes between them and the server.

export type {
  Annotations,
  Application,
  AudioContent,
  Awaitable,
  BlobResourceContents,
  CacheableOperation,
  CachePolicy,
  CachePolicyProvider,
  CallContext,
  Capability,
  ChangeEvent,
  ClientCapabilities,
  ClientFacts,
  Completion,
  CompletionArgument,
  CompletionProvider,
  CompletionReference,
  CompletionReturn,
  ContentBlock,
  Elicit,
  ElicitAnswer,
  ElicitUrl,
  EmbeddedResource,
  ErrorResult,
  Icon,
  IconProvider,
  ImageContent,
  Implementation,
  InputRequest,
  InputResponse,
  ItemsControl,
  JsonObject,
  JsonValue,
  Lifecycle,
  ListRoots,
  LogLevel,
  PromptArgument,
  PromptDescriptor,
  PromptMessage,
  PromptProvider,
  PromptResult,
  PromptReturn,
  ReadResource,
  ResourceContents,
  ResourceDescriptor,
  ResourceLink,
  ResourceProvider,
  ResourceResult,
  ResourceReturn,
  ResourceTemplateDescriptor,
  Root,
  RoundContext,
  RoundProvider,
  RoundResult,
  Sample,
  SamplingAnswer,
  SamplingMessage,
  SamplingRequest,
  Source,
  SourcePage,
  TextContent,
  TextResourceContents,
  ToolAnnotations,
  ToolDescriptor,
  ToolProvider,
  ToolResult,
  ToolReturn,
  ToolUi,
  UiProvider,
} from '@polyspec/core';

// The same as declarations.

export {
  type ApplicationDefinition,
  type Declared,
  defineApplication,
  type InferInput,
  type InferOutput,
  type JsonSchema,
  type PromptArguments,
  type PromptDeclaration,
  type PromptDefinition,
  type PromptValues,
  prompt,
  type ResourceDeclaration,
  type ResourceTemplateDeclaration,
  type ResourceTemplateDefinition,
  resource,
  resourceTemplate,
  type Schema,
  type SignatureArgument,
  type SignatureType,
  type TemplateVariables,
  type ToolDeclaration,
  type ToolDefinition,
  type ToolMethod,
  type ToolOutput,
  type ToolSignature,
  tool,
  type VariablesOf,
} from '@polyspec/core';

// The result vocabulary.

export {
  audio,
  blobContent,
  type ContentOptions,
  complete,
  completion,
  contents,
  embedded,
  error,
  formElicitation,
  image,
  inputRequired,
  message,
  messages,
  resourceLink,
  results,
  roots,
  sampling,
  structured,
  text,
  textContent,
  urlElicitation,
} from '@polyspec/core';

// Errors.

export {
  ApplicationError,
  OptionError,
  type PolyspecError,
  RequestError,
  type RequestErrorReason,
  SchemaError,
  UriTemplateError,
  UserError,
} from '@polyspec/core';

// What can be plugged in. Whoever writes a spec or a transport finds the rest in @polyspec/core.

export {
  type Authentication,
  type Bus,
  type Caller,
  combineSpecs,
  type Extension,
  type GuardRoute,
  type HttpFacts,
  type HttpGuard,
  type Logger,
  MemoryBus,
  type Middleware,
  type Operation,
  type OperationCall,
  type Refusal,
  type Revision,
  type SpecProtocol,
  silentLogger,
  stderrLogger,
  type TransportProtocol,
} from '@polyspec/core';
export { spec20250618, spec20251125 } from '@polyspec/spec-2025';
export { spec20260728 } from '@polyspec/spec-2026';
export type { FetchHandler, NodeHandler } from '@polyspec/transport-http';
export type { HttpEndpointOptions, HttpOptions, HttpServerOptions } from '@polyspec/transport-http/options';
export { type StdioOptions, stdio } from '@polyspec/transport-stdio';
