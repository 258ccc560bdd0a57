export type { Spec2025Options } from './options.js';
export { spec2025Options } from './options.js';
export { spec20250618, spec20251125 } from './specs.js';
