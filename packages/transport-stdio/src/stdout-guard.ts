/** The right to write to stdout while it belongs to a transport. */
export interface StdoutLease {
  /** Writes to the real stdout. */
  write(text: string, done: (error?: Error | null) => void): boolean;
  /** Gives the right back. When nobody has one any more, stdout is as it was before. Calling it twice does no harm. */
  release(): void;
}

/**
 * Takes over `process.stdout`: until the lease is released, whatever anybody else writes to it goes to stderr, so that nothing
 * but messages of the protocol gets out (basic/transports/stdio: "the server MUST NOT write anything to its stdout that is
 * not a valid MCP message"). That covers `console.log` and its relatives, streams piped into stdout, and the output of
 * worker threads. Out of reach are `fs.writeSync(1, …)`, native code, and child processes that inherit stdout.
 *
 * Several leases may exist at a time. A hold of `holdStdout` passes to the first lease and ends with it.
 *
 * @example
 * const stdout = takeStdout();
 * console.log('goes to stderr');
 * stdout.write(`${message}\n`, () => stdout.release());
 */
export function takeStdout(): StdoutLease {
  const takeover = current() ?? install();
  const lease: StdoutLease = {
    write: (text, done) => takeover.write.call(process.stdout, text, done) === true,
    release: () => {
      takeover.leases.delete(lease);
      restoreWhenFree(takeover);
    },
  };
  takeover.held = false;
  takeover.leases.add(lease);
  return lease;
}

/**
 * Takes over `process.stdout` ahead of the transport that will write to it, as the entry `./guard` does.
 *
 * @returns ends the hold, unless a transport has it by now
 */
export function holdStdout(): () => void {
  const takeover = current() ?? install();
  takeover.held = takeover.leases.size === 0;
  return () => {
    takeover.held = false;
    restoreWhenFree(takeover);
  };
}

interface Takeover {
  readonly leases: Set<object>;
  /** Whether it is held for a transport to come. */
  held: boolean;
  /** What `process.stdout.write` was before. */
  readonly write: Method;
  readonly restore: () => void;
}

type Method = (...args: unknown[]) => unknown;

/**
 * There is one stdout in a process, so there is one record of who has it. It is kept on the stream, where a second copy of
 * this module finds it too: the guard may come from another copy than the transport.
 */
const KEY: unique symbol = Symbol.for('polyspec.stdout');

function current(): Takeover | undefined {
  return (process.stdout as { [KEY]?: Takeover })[KEY];
}

function install(): Takeover {
  const isTaken = (): boolean => takeover.held || takeover.leases.size > 0;
  const write = replace('write', isTaken, writeToStderr);
  const end = replace('end', isTaken, endInstead);
  const takeover: Takeover = {
    leases: new Set(),
    held: false,
    write: write.original,
    restore: () => {
      write.restore();
      end.restore();
      delete (process.stdout as { [KEY]?: Takeover })[KEY];
    },
  };
  Object.defineProperty(process.stdout, KEY, { value: takeover, configurable: true });
  silenceStderr();
  return takeover;
}

function restoreWhenFree(takeover: Takeover): void {
  if (!takeover.held && takeover.leases.size === 0 && current() === takeover) takeover.restore();
}

/** Replaces a method of stdout. If somebody replaced it again since, restoring leaves theirs, which calls ours. */
function replace(
  name: 'write' | 'end',
  isTaken: () => boolean,
  instead: Method,
): { readonly original: Method; readonly restore: () => void } {
  const stdout = process.stdout as unknown as Partial<Record<typeof name, Method>>;
  const original = stdout[name] as Method;
  const wasOwn = Object.hasOwn(stdout, name);
  const ours: Method = (...args) => (isTaken() ? instead(...args) : original.apply(stdout, args));
  stdout[name] = ours;
  return {
    original,
    restore: () => {
      if (stdout[name] !== ours) return;
      if (wasOwn) stdout[name] = original;
      else delete stdout[name];
    },
  };
}

/** True whatever stderr says: who waits for a `drain` waits on stdout, which would never tell. */
function writeToStderr(...args: unknown[]): true {
  process.stderr.write(...(args as Parameters<typeof process.stderr.write>));
  return true;
}

/**
 * Ending stdout would end the protocol, and `stream.pipeline` does end it. What came with the call is written, and who waits
 * for the end is told; that is all.
 */
function endInstead(...args: unknown[]): typeof process.stdout {
  const { stdout, stderr } = process;
  const [chunk] = args;
  const done = args.find((arg) => typeof arg === 'function') as (() => void) | undefined;
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) stderr.write(chunk);
  process.nextTick(() => {
    done?.();
    stdout.emit('finish');
  });
  return stdout;
}

/**
 * An error on stderr can be reported nowhere, but without a listener it would end the process: a client that was killed takes
 * the reader of stderr with it. The listener stays, since such an error may come later than the write.
 */
function silenceStderr(): void {
  if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
}

function ignore(): void {}
