import type { Application, Revision } from '@polyspec/core';
import { type TestClientOptions as CoreOptions, connectTestClient, type TestClient } from '@polyspec/core/testing';
import { checkServeOptions } from './options.js';
import { chooseSpec, type SpecChoice } from './spec-choice.js';

export { type Received, type TestClient, TestClientError, type TestListenFilter } from '@polyspec/core/testing';

/** Options of `testClient`. */
export interface TestClientOptions extends Omit<CoreOptions, 'spec' | 'revision'> {
  /** The revision that the client speaks. Default: the newest one served. */
  readonly revision?: Revision | undefined;
  /** What the server serves. Default `'all'`. */
  readonly spec?: SpecChoice | undefined;
}

/**
 * Connects to an application in memory, under a chosen revision: a test then sees what a client of that revision gets.
 *
 * @throws OptionError for an unknown or wrong option, such as a revision that is not served; what `serve` throws for the
 *   application
 * @example
 * const client = await testClient(calculator, { revision: '2025-06-18' });
 * expect(await client.callTool('add', { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 } });
 * await client.close();
 */
export async function testClient(application: Application, options: TestClientOptions = {}): Promise<TestClient> {
  const { spec, ...rest } = options;
  checkServeOptions({ spec });
  return connectTestClient(application, { ...rest, spec: chooseSpec(spec) });
}
