export { spec20250618, spec20251125 } from './specs.js';
