import type { ElicitUrlOptions } from '../application/asking.js';
import { ApplicationError, RequestError } from '../errors.js';
import { visitFault } from '../rounds/visit-fault.js';

/** A page that the user has to visit before a request can be served. */
export interface RequiredVisit extends ElicitUrlOptions {
  /** Why it is to be visited. */
  readonly message: string;
  /** Absolute. */
  readonly url: string;
}

/**
 * The error for a request that can't be served before the user has visited a page, and that does not wait for it: the client
 * shows the page, and sends the request again when it hears that the visit is done, see `ElicitUrlOptions`. To ask and wait
 * instead, use `elicitUrl`.
 *
 * A client that can't show pages in the middle of a request gets an error that says so (revisions other than 2025-11-25, or one
 * that did not declare it).
 *
 * @param message why the request can't be served
 * @param visits one or more
 * @throws ApplicationError for a visit that no client can be asked for
 * @example
 * if (!(await isPaid(order))) {
 *   throw urlElicitationRequired('Payment needed', [{ message: 'Please pay on our site.', url: order.paymentUrl, id: order.id }]);
 * }
 */
export function urlElicitationRequired(message: string, visits: readonly RequiredVisit[]): RequestError {
  if (visits.length === 0) throw new ApplicationError('urlElicitationRequired: there must be a page to visit');
  const elicitations = visits.map(({ message, url, id = crypto.randomUUID() }, index) => {
    const fault = visitFault({ message, url, id });
    if (fault !== undefined) throw new ApplicationError(`urlElicitationRequired: visits[${index}].${fault}`);
    return { mode: 'url', elicitationId: id, message, url };
  });
  return new RequestError('url-elicitation-required', message, { elicitations });
}
