export type { TemplateVariables } from './bindings.js';
export { UriTemplateError } from './error.js';
export type { TemplateValues } from './expand.js';
export { MAX_URI_LENGTH, type RefusalReason, type UriMatchOptions, type UriTemplateMatch } from './match.js';
export { parseUriTemplate, type UriTemplate } from './template.js';
export { UriTemplateSet } from './template-set.js';
