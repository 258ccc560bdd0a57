// What an author writes.

export type { Application, Capability } from './application/application.js';
export type {
  AskOptions,
  Elicit,
  ElicitAnswer,
  ElicitUrl,
  ElicitUrlOptions,
  ListRoots,
  Root,
  Sample,
  SamplingAnswer,
  SamplingMessage,
  SamplingRequest,
} from './application/asking.js';
export type { CacheableOperation, CachePolicy, CachePolicyProvider } from './application/cache-policy.js';
export type {
  CompleteArgument,
  Completion,
  CompletionArgument,
  CompletionProvider,
  CompletionReference,
  CompletionReturn,
} from './application/completions.js';
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  EmbeddedResource,
  Icon,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
  TextResourceContents,
} from './application/content.js';
export type { CallContext, ClientCapabilities, ClientFacts, Implementation, LogLevel } from './application/context.js';
export type { IconProvider } from './application/icons.js';
export type { ItemsControl } from './application/items-control.js';
export type { Lifecycle, ServerControl } from './application/lifecycle.js';
export type {
  PromptArgument,
  PromptDescriptor,
  PromptMessage,
  PromptProvider,
  PromptResult,
  PromptReturn,
} from './application/prompts.js';
export type { RequestState } from './application/request-state.js';
export type {
  ReadResource,
  ResourceDescriptor,
  ResourceProvider,
  ResourceResult,
  ResourceReturn,
  ResourceTemplateDescriptor,
} from './application/resources.js';
export type {
  FormElicitation,
  InputRequest,
  InputRequestOptions,
  InputRequired,
  InputResponse,
  ListRootsRequest,
  RootsAnswer,
  RoundContext,
  RoundHook,
  RoundProvider,
  RoundResult,
  Sampling,
  UrlElicitation,
} from './application/rounds.js';
export type { Collection, Source, SourcePage } from './application/source.js';
export type {
  ErrorResult,
  ToolAnnotations,
  ToolDescriptor,
  ToolProvider,
  ToolResult,
  ToolReturn,
} from './application/tools.js';
export type { ToolUi, UiProvider } from './application/ui.js';
export { type Awaitable, after, isPromiseLike } from './awaitable.js';

// Declarations.

export { type ApplicationDefinition, defineApplication } from './define/define-application.js';
export type { Declared } from './define/list-declared.js';
export {
  type PromptArguments,
  type PromptDeclaration,
  type PromptDefinition,
  type PromptValues,
  prompt,
} from './define/prompt.js';
export { type ResourceDeclaration, resource } from './define/resource.js';
export {
  type ResourceTemplateDeclaration,
  type ResourceTemplateDefinition,
  resourceTemplate,
  type VariablesOf,
} from './define/resource-template.js';
export { type ToolDeclaration, type ToolDefinition, type ToolMethod, type ToolOutput, tool } from './define/tool.js';
export type {
  CompiledSchema,
  EngineOptions,
  Fault,
  InferInput,
  InferOutput,
  JsonSchema,
  Schema,
  SchemaValidatorEngine,
} from './schema/index.js';
export type { SignatureArgument, SignatureType, ToolSignature } from './signature/signature.js';

// Asking in the middle of the work.

export {
  type Dialogue,
  type DialogueContext,
  dialogue,
  type Once,
  type QuestionOptions,
} from './rounds/dialogue/dialogue.js';
export type { RunInRounds } from './rounds/run-in-rounds.js';

// Large collections.

export { combineSources, type SourcePart } from './paging/combine-sources.js';

// The result vocabulary.

export { completion } from './results/completion.js';
export { audio, type ContentOptions, embedded, image, resourceLink, text } from './results/content.js';
export { message, messages } from './results/prompt.js';
export { blobContent, contents, textContent } from './results/resource.js';
export { complete, formElicitation, inputRequired, roots, sampling, urlElicitation } from './results/round.js';
export { error, results, structured } from './results/tool.js';

// Errors.

export { type RequiredVisit, urlElicitationRequired } from './asking/url-required.js';
export {
  ApplicationError,
  ClientRequestError,
  type ClientRequestErrorReason,
  OptionError,
  type PolyspecError,
  RequestError,
  type RequestErrorReason,
  SchemaError,
  UriTemplateError,
  UserError,
} from './errors.js';

// Starting a server.

export { type ServerOptions, serverOptions } from './options/server-options.js';
export { combineSpecs } from './server/combine-specs.js';
export { type ConnectOptions, connect, type Server } from './server/connect.js';
export { createHandler, type HandlerOptions, type ServerHandler } from './server/handler.js';

// What can be plugged in.

export { MemoryBus } from './bus/memory-bus.js';
export { type Bus, CHANGES, type Unsubscribe } from './contract/bus.js';
export type { Caller, HeaderMap, Operation, Refusal } from './contract/caller.js';
export type { ChangeEvent } from './contract/change-event.js';
export type { Exchange, HttpFacts, HttpMethod, StreamId, StreamOpener, StreamOptions } from './contract/exchange.js';
export type { Extension, ExtensionMethod, ListenField, SendToStream, WrappedRequest } from './contract/extension.js';
export type { Authentication, GuardRoute, HttpGuard } from './contract/http-guard.js';
export { type Logger, silentLogger, stderrLogger } from './contract/logger.js';
export type {
  CompleteCall,
  ListCall,
  ListenCall,
  ListMethod,
  Middleware,
  Next,
  OperationCall,
  OperationResult,
  OperationResults,
  PromptCall,
  ReadCall,
  ToolCall,
} from './contract/middleware.js';
export { accepted, ended, type Outcome, refusedOutcome, type Standing } from './contract/outcome.js';
export type { Revision } from './contract/revision.js';
export type { SealBinding, Sealer } from './contract/sealer.js';
export type { ClientDialect, ClientIdentity, SpecHandler, SpecOptions, SpecProtocol } from './contract/spec.js';
export type { EventStore, SessionRecord, SessionStore, StoredEvent } from './contract/stores.js';
export type { RunningTransport, TransportHost, TransportProtocol } from './contract/transport.js';
export { causeOf } from './operations/cause.js';
export type { Limits } from './operations/limits.js';
export { InterimResult } from './rounds/interim-result.js';
export type { SentRound } from './rounds/run-round.js';
export { MemoryEventStore, type MemoryEventStoreOptions } from './stores/memory-event-store.js';
export { MemorySessionStore, type MemorySessionStoreOptions } from './stores/memory-session-store.js';

// Seals, for values that travel through a client.

export {
  callerKey,
  createSealer,
  digestOf,
  keysFromEnvironment,
  type SealerOptions,
  type SealingKey,
} from './seal/index.js';

// For whoever writes a spec.

export { type AnswerTypes, readAnswer } from './asking/read-answer.js';
export type { ListenFilter } from './changes/listen-filter.js';
export { extensionSettings, hasExtension, requireExtension } from './extensions/declared.js';
export { frozen } from './frozen.js';
export { isJsonObject, type JsonObject, type JsonValue } from './json.js';
export { Dispatcher, type MethodHandler, type MethodResult } from './jsonrpc/dispatcher.js';
export { encodeMessage } from './jsonrpc/encode.js';
export { type Envelope, parseMessage, readMessage } from './jsonrpc/envelope.js';
export { ErrorCode } from './jsonrpc/error-code.js';
export {
  failure,
  isNotification,
  isRequest,
  isResponse,
  type JsonRpcError,
  type JsonRpcFailure,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type JsonRpcSuccess,
  JsonText,
  notification,
  type RequestId,
  request,
  success,
} from './jsonrpc/message.js';
export { type JsonReading, readJson } from './jsonrpc/read-json.js';
export { busyOverHttp } from './operations/busy.js';
export {
  type AnswerableCall,
  answerRequest,
  type ToOutcome,
} from './runtime/answer-request.js';
export { Cancellation } from './runtime/cancellation.js';
export { missingCapabilities } from './runtime/client-capabilities.js';
export { type ClientRequest, ClientRequests, DEFAULT_ASK_TIMEOUT_MS } from './runtime/client-requests.js';
export { errorData } from './runtime/error-data.js';
export { InFlight, type RunningRequest } from './runtime/in-flight.js';
export { LiveLists } from './runtime/live-lists.js';
export { isLogLevel, isProgressToken, isReturnableToken, logSender, progressSender } from './runtime/notices.js';
export {
  type Asking,
  LOG_LEVELS,
  type LogMessage,
  type ProgressReport,
  RequestContext,
  type RequestFacts,
} from './runtime/request-context.js';
export type {
  Features,
  ListedPrompt,
  ListedResource,
  ListedResourceTemplate,
  ListedTool,
  Page,
  Runtime,
  ServerFacts,
} from './runtime/runtime.js';
export { type ToolTextOptions, toolResultText, type WrittenContent } from './runtime/tool-text.js';
export { shown, shownValue } from './shown.js';

// For whoever writes a transport.

export {
  anyObject,
  anyString,
  atLeast,
  flag,
  integer,
  nonEmptyString,
  objectWith,
  oneOf,
  stringList,
} from './options/rules.js';
export { checkOptions, type OptionRule, type OptionTable, optionsIn } from './options/table.js';

// URI templates, as resource templates are matched.

export type {
  RefusalReason,
  TemplateValues,
  TemplateVariables,
  UriMatchOptions,
  UriTemplateMatch,
} from './uri-template/index.js';
export { parseUriTemplate, type UriTemplate } from './uri-template/index.js';
