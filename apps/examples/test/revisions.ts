import { type SpecProtocol, spec20250618, spec20251125, spec20260728 } from 'polyspec';

/** Every revision by its name, with a spec that serves it alone, or with the one that it extends. */
export const revisions: readonly (readonly [string, SpecProtocol])[] = [
  ['2025-06-18', spec20250618],
  ['2025-11-25', spec20251125],
  ['2026-07-28', spec20260728],
];
