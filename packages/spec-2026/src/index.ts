// For whoever extends this revision, or writes a later one.
export type { Call } from './call.js';
export { ModernErrorCode } from './errors.js';
export { decodeHeaderValue, encodeHeaderValue } from './header-value.js';
export { META } from './meta.js';
export type { Facet, Method, MethodTable, ModernServer } from './method.js';
export { mirroredArguments } from './param-headers.js';
export type { Renderer } from './render.js';
export { type ModernSpecOptions, methods20260728, modernSpec, spec20260728 } from './spec.js';
