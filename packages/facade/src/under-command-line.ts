/** Told when a module that the command line has loaded calls `serve` itself. */
type Told = (fault: Error) => void;

/**
 * Kept on the process, where another copy of this package finds it too: the module that is loaded may have its own, beside the
 * one whose command line runs.
 */
const KEY: unique symbol = Symbol.for('polyspec.command-line');

type Marked = typeof process & { [KEY]?: Told };

/**
 * Says that in this process the command line serves, or describes, what a module exports: a module that serves itself as well
 * would take stdin, and end the process with it.
 */
export function servedByCommandLine(told: Told): void {
  (process as Marked)[KEY] = told;
}

/** @throws Error in a process of the command line */
export function refuseUnderCommandLine(): void {
  const told = (process as Marked)[KEY];
  if (told === undefined) return;
  const fault = new Error(
    'This module calls serve() itself: run it with node, or only export the application as default',
  );
  // The module may keep the error to itself, or nobody may wait for it.
  told(fault);
  throw fault;
}
