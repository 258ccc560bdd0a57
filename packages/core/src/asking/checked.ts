import type { Elicit, ElicitUrl, Sample } from '../application/asking.js';
import { ApplicationError } from '../errors.js';
import { requestFault } from '../rounds/check-request.js';
import type { Asking } from '../runtime/request-context.js';
import { formOf } from './form.js';

/** The way of a spec to ask by a form, for handlers: with schemas of any kind. */
export function checkedElicit(elicit: NonNullable<Asking['elicit']>): Elicit {
  return async (message, schema) => {
    const form = formOf(schema);
    requireSound('elicit', { type: 'formElicitation', message, schema: form.schema });
    return form.read(await elicit(message, form.schema));
  };
}

/** The way of a spec to have a page visited, for handlers. */
export function checkedElicitUrl(elicitUrl: ElicitUrl): ElicitUrl {
  return async (message, url, options) => {
    requireSound('elicitUrl', { type: 'urlElicitation', message, url, id: options?.id });
    return elicitUrl(message, url, options);
  };
}

/** The way of a spec to ask the model, for handlers. */
export function checkedSample(sample: Sample): Sample {
  return async (request) => {
    requireSound('sample', { type: 'sampling', request });
    return sample(request);
  };
}

/** What no client may be asked is a fault of the application, and is found before it is sent. */
function requireSound(way: string, request: object): void {
  const fault = requestFault(request);
  if (fault !== undefined) throw new ApplicationError(`${way}: ${fault}`);
}
