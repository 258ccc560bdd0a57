import type { AskOptions, Elicit, ElicitUrl, ListRoots, Sample } from '../application/asking.js';
import { ApplicationError } from '../errors.js';
import { integer, MAX_TIMER_MS } from '../options/rules.js';
import { requestFault } from '../rounds/check-request.js';
import type { Asking } from '../runtime/request-context.js';
import { describeValue } from '../schema/describe-value.js';
import { formOf } from './form.js';

/** The way of a spec to ask by a form, for handlers: with schemas of any kind. */
export function checkedElicit(elicit: NonNullable<Asking['elicit']>): Elicit {
  return async (message, schema, options) => {
    const form = formOf(schema);
    requireSound('elicit', { type: 'formElicitation', message, schema: form.schema }, options);
    return form.read(await elicit(message, form.schema, options));
  };
}

/** The way of a spec to have a page visited, for handlers. */
export function checkedElicitUrl(elicitUrl: ElicitUrl): ElicitUrl {
  return async (message, url, options) => {
    requireSound('elicitUrl', { type: 'urlElicitation', message, url, id: options?.id }, options);
    return elicitUrl(message, url, options);
  };
}

/** The way of a spec to ask the model, for handlers. */
export function checkedSample(sample: Sample): Sample {
  return async (request, options) => {
    requireSound('sample', { type: 'sampling', request }, options);
    return sample(request, options);
  };
}

/** The way of a spec to ask for folders, for handlers. */
export function checkedListRoots(listRoots: ListRoots): ListRoots {
  return async (options) => {
    requireSound('listRoots', { type: 'roots' }, options);
    return listRoots(options);
  };
}

const TIMEOUT = integer(1, MAX_TIMER_MS);

/** What no client may be asked is a fault of the application, and is found before it is sent. */
function requireSound(way: string, request: object, { timeoutMs }: AskOptions = {}): void {
  const isTime = timeoutMs === undefined || TIMEOUT.accepts(timeoutMs);
  const fault = isTime ? requestFault(request) : `timeoutMs must be ${TIMEOUT.takes}; got ${describeValue(timeoutMs)}`;
  if (fault !== undefined) throw new ApplicationError(`${way}: ${fault}`);
}
