import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { RunInRounds } from '../rounds/run-in-rounds.js';
import type { TemplateVariables } from '../uri-template/index.js';
import type { CompleteArgument } from './completions.js';
import type { Annotations, Icon, ResourceContents } from './content.js';
import type { CallContext, ClientCapabilities } from './context.js';
import type { Collection } from './source.js';
import type { ErrorResult } from './tools.js';

/** What reading a resource gives, in the protocol's own shape. */
export interface ResourceResult {
  readonly contents: readonly ResourceContents[];
  readonly _meta?: JsonObject | undefined;
}

/** What a read may give back: a result, contents, a string (text of the listed MIME type), or bytes (sent as base64). */
export type ResourceReturn =
  | ResourceResult
  | ResourceContents
  | readonly ResourceContents[]
  | string
  | Uint8Array
  | ErrorResult;

/** Reads a resource by itself. `undefined` means that there is none at this URI. */
export type ReadResource = (
  uri: string,
  variables: TemplateVariables,
  context: CallContext,
) => Awaitable<ResourceReturn | undefined>;

interface ResourceMembers {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly annotations?: Annotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
  /** Reads by itself, at once or as a `dialogue`. */
  readonly read?:
    | ReadResource
    | RunInRounds<[uri: string, variables: TemplateVariables], ResourceReturn | undefined>
    | undefined;
  /**
   * What the client must be able to do; otherwise the request is refused before anything is done for it. What looks like
   * a misspelt capability of the protocol is an error at the start.
   */
  readonly requires?: ClientCapabilities | undefined;
}

/** Describes one resource. */
export interface ResourceDescriptor extends ResourceMembers {
  readonly uri: string;
  /** Its size in bytes, before any encoding. */
  readonly size?: number | undefined;
}

/** Describes a family of resources by a URI template (RFC 6570). */
export interface ResourceTemplateDescriptor extends ResourceMembers {
  readonly uriTemplate: string;
  /** Lets values with NUL or dot segments (`..`) through to the handler. Default false: they are refused. */
  readonly allowUnsafePaths?: boolean | undefined;
  /** Proposes values for a variable of the template. */
  readonly complete?: Readonly<Record<string, CompleteArgument | undefined>> | undefined;
}

/** Offers resources: data with a URI that a client reads. */
export interface ResourceProvider {
  /** An array; or a `Source`, where there are very many or they are kept elsewhere. */
  resources?(context: CallContext): Awaitable<Collection<ResourceDescriptor>>;
  /** An array; or a `Source`, which is read to its end for each read of a URI that is not listed. */
  resourceTemplates?(context: CallContext): Awaitable<Collection<ResourceTemplateDescriptor>>;
  /**
   * Reads a URI that is listed or that a template matches. `undefined` means that there is nothing there.
   *
   * @param variables the decoded values of the template, `{}` for a listed URI
   */
  readResource?(uri: string, variables: TemplateVariables, context: CallContext): Awaitable<ResourceReturn | undefined>;
  /**
   * Whether clients that subscribed to one resource hear about the update of another, such as a part of it. The very URI that
   * they subscribed to is covered in any case, and no other one is without this hook. Asked at each update for each URI that
   * somebody subscribed to, so it should be quick. It answers at once: a promise covers nothing, and is logged as a fault.
   *
   * @example
   * subscriptionCovers: (subscribed, updated) => updated.startsWith(`${subscribed}/`),
   */
  subscriptionCovers?(subscribed: string, updated: string): boolean;
}
