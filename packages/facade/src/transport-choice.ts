import type { OptionRule, TransportProtocol } from '@polyspec/core';
import type { HttpOptions } from '@polyspec/transport-http/options';
import { type StdioOptions, stdio } from '@polyspec/transport-stdio';

/** The transports that go by name. `http` is short for `streamable-http`. */
export type TransportName = 'stdio' | 'streamable-http' | 'http';

/** The rule of the option `transport`. */
export const transportRule: OptionRule = {
  accepts: (value) => value === 'stdio' || isHttpName(value) || isTransport(value),
  takes: "'stdio', 'streamable-http' (or 'http' for short), or a transport object",
};

/** Whether a value is a transport object: one of ours, or one of your own. */
export function isTransport(value: unknown): value is TransportProtocol<object> {
  if (typeof value !== 'object' || value === null) return false;
  const { name, start } = value as Partial<TransportProtocol>;
  return typeof name === 'string' && typeof start === 'function';
}

/** Whether the option `transport` means stdio, by name or by object. */
export function isStdio(choice: unknown): boolean {
  return choice === undefined || choice === 'stdio' || choice === stdio;
}

/** The transport that the option stands for. HTTP, which brings Fastify, is loaded only when it is asked for. */
export async function chooseTransport(
  choice: TransportName | TransportProtocol<object> = 'stdio',
): Promise<TransportProtocol<StdioOptions & HttpOptions>> {
  if (isTransport(choice)) return choice;
  if (!isHttpName(choice)) return stdio;
  const { streamableHttp } = await import('@polyspec/transport-http');
  return streamableHttp;
}

function isHttpName(value: unknown): boolean {
  return value === 'streamable-http' || value === 'http';
}
