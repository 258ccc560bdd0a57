/**
 * What middleware and handlers keep of one request: who the user is, which tenant, a transaction. It has no members of its own;
 * an application declares those that it uses, once, and `context.state` has them everywhere. Each may be absent, since a
 * handler can't know which middleware ran before it.
 *
 * @example
 * declare module '@polyspec/core' {
 *   interface RequestState {
 *     tenant: string;
 *   }
 * }
 * const tenants: Middleware = (_operation, next, context) => {
 *   context.state.tenant = tenantOf(context.caller);
 *   return next();
 * };
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add their members to it by declaration merging.
export interface RequestState {}
