import type { Application, JsonObject, Logger, Revision, ServerOptions, SpecProtocol } from '@polyspec/core';
import { connectTestClient, type TestClient } from '@polyspec/core/testing';
import { callProblem, type Problem } from './problem.js';

/** What a client of one revision is shown. */
export interface RevisionView {
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  readonly tools: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly problems: readonly Problem[];
}

/** Looks at a server through the eyes of a client of one revision. */
export async function viewRevision(
  application: Application,
  spec: SpecProtocol,
  revision: Revision,
  server: ServerOptions & { readonly logger: Logger },
): Promise<RevisionView> {
  const client = await connectTestClient(application, { spec, revision, server });
  const problems: Problem[] = [];
  const opening = client.opening ?? (await client.request('server/discover'));
  const capabilities = (opening.capabilities ?? {}) as JsonObject;
  const list = async (facet: string, method: string, member: string): Promise<readonly JsonObject[]> => {
    if (capabilities[facet] === undefined) return [];
    try {
      return await allPages(client, method, member);
    } catch (thrown) {
      problems.push(callProblem(`${method} under ${revision}`, thrown));
      return [];
    }
  };
  const view: RevisionView = {
    revision,
    capabilities,
    tools: await list('tools', 'tools/list', 'tools'),
    prompts: await list('prompts', 'prompts/list', 'prompts'),
    resources: await list('resources', 'resources/list', 'resources'),
    resourceTemplates: await list('resources', 'resources/templates/list', 'resourceTemplates'),
    problems,
  };
  await client.close();
  return view;
}

async function allPages(client: TestClient, method: string, member: string): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const page: JsonObject = await client.request(method, cursor === undefined ? {} : { cursor });
    items.push(...((page[member] ?? []) as readonly JsonObject[]));
    cursor = page.nextCursor as string | undefined;
  } while (cursor !== undefined);
  return items;
}
