import type { Application, ServeOptions } from 'polyspec';

/** The module of an example, in the form that `polyspec serve` takes. */
export interface Example {
  readonly default: Application;
  /** Options that it brings along. */
  readonly options: ServeOptions;
}

/** The examples by name. Each is loaded when it is asked for. */
export const examples: ReadonlyMap<string, () => Promise<Example>> = new Map([
  ['calculator', () => import('./calculator/calculator.js')],
  ['notes', () => import('./notes/notes.js')],
  ['schemas', () => import('./schemas/schemas.js')],
  ['birds', () => import('./birds/birds.js')],
  ['conformance', () => import('./conformance/conformance.js')],
]);
