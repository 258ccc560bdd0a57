/**
 * What middleware and handlers keep of one request: who the user is, which tenant, a transaction. It has no members of its own;
 * an application declares those that it uses, once, and `context.state` has them everywhere. Each may be absent, since a
 * handler can't know which middleware ran before it. The module to declare it for is the one that you import from: `polyspec`,
 * or `@polyspec/core`.
 *
 * @example
 * declare module 'polyspec' {
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
