import type { CallContext } from '../application/context.js';
import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { OperationCall } from './middleware.js';

/** A protocol extension, negotiated by `capabilities.extensions`. */
export interface Extension {
  /** Its identifier, with a reverse-DNS prefix, such as `com.example/notes`. */
  readonly id: string;
  /** What is advertised beside the identifier; `{}` when it has no settings. */
  readonly settings: JsonObject;
  /** Methods that it adds. */
  readonly methods?: Readonly<Record<string, (params: JsonObject, context: CallContext) => Awaitable<JsonObject>>>;
  /** Values of `resultType` that it adds. */
  readonly resultTypes?: readonly string[];
  /** Fields that it adds to the filter of a listen request. */
  readonly listenFilters?: readonly string[];
  /** Wraps operations; unlike middleware it may answer now and go on after the exchange. */
  wrap?(operation: OperationCall, next: () => Promise<JsonObject>, context: CallContext): Awaitable<JsonObject>;
}
