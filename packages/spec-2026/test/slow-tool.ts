import { InFlight, type RequestContext, type Runtime } from '@polyspec/core';

/** A runtime whose tool runs until it is told to end, or until it is aborted. */
export interface SlowTool {
  readonly parts: Partial<Runtime>;
  readonly inFlight: InFlight;
  /** The contexts of the calls that began. */
  readonly started: readonly RequestContext[];
  /** Lets every call end. */
  end(): void;
}

export function slowTool(): SlowTool {
  const started: RequestContext[] = [];
  const inFlight = new InFlight();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const callTool: Runtime['callTool'] = async (_name, _args, context) => {
    started.push(context);
    const aborted = new Promise<void>((resolve) => {
      context.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([ended, aborted]);
    return { content: [] };
  };
  return { parts: { callTool, inFlight }, inFlight, started, end: () => end() };
}
