import type { Application } from '../application/application.js';
import type { ResourceContents } from '../application/content.js';
import { checkMembers, RESOURCE, RESOURCE_TEMPLATE, subjectOf } from '../application/members.js';
import type { ResourceDescriptor, ResourceResult, ResourceTemplateDescriptor } from '../application/resources.js';
import { ApplicationError, RequestError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { nearest } from '../nearest.js';
import { blobContent, contents, textContent } from '../results/resource.js';
import { InterimResult } from '../rounds/interim-result.js';
import { answersInRounds, ROUNDS } from '../rounds/run-in-rounds.js';
import { shown } from '../shown.js';
import { parseUriTemplate, type TemplateVariables, type UriTemplate, UriTemplateSet } from '../uri-template/index.js';
import { withAskHint } from './ask-hint.js';
import { requireCapabilities } from './client-capabilities.js';
import { errorWords } from './prompts.js';
import type { RequestContext } from './request-context.js';
import { roundsOrPlain, valueInRounds } from './round-ways.js';
import type { ListedResource, ListedResourceTemplate } from './runtime.js';
import type { ServedApplication } from './served-application.js';
import { isToolResult } from './tool-return.js';

/** The resources that one array of descriptors describes. */
export interface ResourceCatalog {
  readonly items: readonly ListedResource[];
  readonly byUri: ReadonlyMap<string, ResourceDescriptor>;
}

/** The templates that one array of descriptors describes. */
export interface TemplateCatalog {
  readonly items: readonly ListedResourceTemplate[];
  readonly byTemplate: ReadonlyMap<
    string,
    { readonly descriptor: ResourceTemplateDescriptor; readonly template: UriTemplate }
  >;
  readonly set: UriTemplateSet;
  readonly descriptors: readonly ResourceTemplateDescriptor[];
}

/** @throws ApplicationError for a resource without an absolute URI or a name, two of one URI, one that nothing can read */
export function resourceCatalog(descriptors: readonly ResourceDescriptor[], application: Application): ResourceCatalog {
  const byUri = new Map<string, ResourceDescriptor>();
  for (const [index, descriptor] of descriptors.entries()) {
    checkMembers(descriptor, RESOURCE, subjectOf('resource', descriptor?.uri ?? descriptor?.name, index));
    const { uri, name } = descriptor;
    if (typeof uri !== 'string' || !URL.canParse(uri)) {
      throw new ApplicationError(`Resource '${name}' has the URI ${JSON.stringify(uri)}, which is not an absolute URI`);
    }
    if (typeof name !== 'string' || name === '') throw new ApplicationError(`Resource '${uri}' has no name`);
    if (byUri.has(uri)) throw new ApplicationError(`There are two resources with the URI '${uri}'`);
    checkReadable(descriptor, `Resource '${uri}'`, application);
    byUri.set(uri, descriptor);
  }
  const items = descriptors.map(({ uri, name, title, description, mimeType, size, annotations, icons, _meta }) => {
    return { uri, name, title, description, mimeType, size, annotations, icons, _meta };
  });
  return { items, byUri };
}

/**
 * @throws UriTemplateError, so that one bad template is found at start; ApplicationError for a missing name, two of one
 *   text, one without a scheme, one that nothing can read, and a complete function for what is no variable
 */
export function templateCatalog(
  descriptors: readonly ResourceTemplateDescriptor[],
  application: Application,
): TemplateCatalog {
  const byTemplate = new Map<
    string,
    { readonly descriptor: ResourceTemplateDescriptor; readonly template: UriTemplate }
  >();
  for (const [index, descriptor] of descriptors.entries()) {
    const key = descriptor?.uriTemplate ?? descriptor?.name;
    checkMembers(descriptor, RESOURCE_TEMPLATE, subjectOf('resource template', key, index));
    const { uriTemplate, name } = descriptor;
    if (typeof uriTemplate !== 'string') throw new ApplicationError(`Resource template '${name}' has no uriTemplate`);
    if (typeof name !== 'string' || name === '')
      throw new ApplicationError(`Resource template '${uriTemplate}' has no name`);
    if (byTemplate.has(uriTemplate)) throw new ApplicationError(`There are two resource templates '${uriTemplate}'`);
    const template = parseUriTemplate(uriTemplate, { guard: descriptor.allowUnsafePaths !== true });
    if (!template.canBeAbsolute) {
      throw new ApplicationError(
        `Resource template '${uriTemplate}' has no absolute URIs; begin it with a scheme, such as notes://{id}`,
      );
    }
    checkReadable(descriptor, `Resource template '${uriTemplate}'`, application);
    checkCompleters(descriptor, template.variables);
    byTemplate.set(uriTemplate, { descriptor, template });
  }
  const items = descriptors.map(({ uriTemplate, name, title, description, mimeType, annotations, icons, _meta }) => {
    return { uriTemplate, name, title, description, mimeType, annotations, icons, _meta };
  });
  return {
    items,
    byTemplate,
    descriptors,
    set: new UriTemplateSet([...byTemplate.values()].map(({ template }) => template)),
  };
}

function checkReadable(
  { read }: ResourceDescriptor | ResourceTemplateDescriptor,
  subject: string,
  { readResource, readResourceRound }: Application,
): void {
  if (read !== undefined || readResource !== undefined || readResourceRound !== undefined) return;
  throw new ApplicationError(`${subject} can't be read: it has no read, and there is no readResource`);
}

function checkCompleters(
  { uriTemplate, complete = {} }: ResourceTemplateDescriptor,
  variables: readonly string[],
): void {
  const stray = Object.keys(complete).find((name) => !variables.includes(name));
  if (stray === undefined) return;
  const meant = nearest(stray, variables);
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  throw new ApplicationError(
    `Resource template '${uriTemplate}' completes '${stray}', which is none of its variables.${hint}`,
  );
}

/** What a URI stands for: a descriptor, and the variables of its template. */
export interface Located {
  readonly descriptor: ResourceDescriptor | ResourceTemplateDescriptor;
  readonly variables: TemplateVariables;
  readonly isListed: boolean;
}

const NO_VARIABLES: TemplateVariables = Object.freeze({});

/**
 * Finds what a URI stands for: a listed resource, else the template that fits best.
 *
 * @throws RequestError `unknown-resource`, or `invalid-params` where a template fits but a value is refused (malformed
 *   percent-encoding, NUL, dot segments)
 */
export function locate(
  uri: string,
  resources: ResourceCatalog | undefined,
  templates: TemplateCatalog | undefined,
): Located {
  const listed = resources?.byUri.get(uri);
  if (listed !== undefined) return { descriptor: listed, variables: NO_VARIABLES, isListed: true };
  const choice = templates?.set.match(uri);
  const descriptor = choice && templates?.descriptors[choice.index];
  if (choice === undefined || descriptor === undefined) throw notFound(uri);
  const { result } = choice;
  if (result.type === 'refused') throw new RequestError('invalid-params', result.message, { uri });
  return { descriptor, variables: result.variables, isListed: false };
}

/**
 * Reads what was located: by its own `read`, else by the first of `readResourceRound` and `readResource` that gives something;
 * the other way round for a client that can't be asked. Of what is listed, the log says which gave nothing.
 *
 * @returns an interim result where more is needed from the client first
 */
export async function readLocated(
  uri: string,
  located: Located,
  context: RequestContext,
  served: ServedApplication,
): Promise<ResourceResult | InterimResult> {
  const { descriptor, isListed } = located;
  const { requires } = descriptor;
  if (requires !== undefined) requireCapabilities(requires, context.client.capabilities, `Resource '${uri}'`);
  let value: unknown;
  try {
    value = await resourceValue(uri, located, context, served);
  } catch (thrown) {
    throw withAskHint(thrown, context);
  }
  if (value instanceof InterimResult) return value;
  const result = value === undefined ? undefined : toResourceResult(value, uri, descriptor);
  // A template matches URIs of things that don't exist, for which a search finds an empty list; that is no answer (RS-08).
  // What is listed has to be readable, and may well be empty.
  if (result !== undefined && (isListed || result.contents.length > 0)) return result;
  if (!isListed) throw notFound(uri);
  const hook = descriptor.read === undefined ? 'readResource' : 'read';
  served.logger.warn({ uri }, `${hook} gave nothing for resource '${uri}'`);
  throw new RequestError('internal', 'Resource read failed', { uri });
}

function resourceValue(
  uri: string,
  { descriptor, variables }: Located,
  context: RequestContext,
  { application, rounds }: ServedApplication,
): unknown {
  const { read } = descriptor;
  if (read !== undefined) {
    if (!answersInRounds(read)) return read.call(descriptor, uri, variables, context);
    const call = { method: 'resources/read', name: uri, args: undefined } as const;
    return valueInRounds((round) => read[ROUNDS].call(descriptor, uri, variables, round), call, context, rounds);
  }
  if (application.readResourceRound === undefined) return application.readResource?.(uri, variables, context);
  const call = { method: 'resources/read', name: uri, args: undefined } as const;
  return roundsOrPlain(
    () => valueInRounds((round) => application.readResourceRound?.(uri, variables, round), call, context, rounds),
    () => application.readResource?.(uri, variables, context),
    context,
  );
}

function toResourceResult(
  value: unknown,
  uri: string,
  { mimeType }: { readonly mimeType?: string | undefined },
): ResourceResult {
  if (typeof value === 'string') return contents([textContent(uri, mimeType ?? 'text/plain', value)]);
  if (value instanceof Uint8Array) return contents([blobContent(uri, mimeType ?? 'application/octet-stream', value)]);
  if (isContents(value)) return contents([value]);
  if (Array.isArray(value) && value.every(isContents)) return contents(value);
  if (isJsonObject(value) && Array.isArray(value.contents) && value.contents.every(isContents))
    return value as unknown as ResourceResult;
  if (isToolResult(value) && value.isError === true) throw new RequestError('internal', errorWords(value));
  throw new TypeError(`The read of '${uri}' gave neither text, bytes nor contents`);
}

function isContents(value: unknown): value is ResourceContents {
  return (
    isJsonObject(value) &&
    typeof value.uri === 'string' &&
    (typeof value.text === 'string' || typeof value.blob === 'string')
  );
}

function notFound(uri: string): RequestError {
  return new RequestError('unknown-resource', `Unknown resource '${shown(uri)}'`, { uri });
}
