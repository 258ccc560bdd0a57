import type { Icon, JsonValue } from '@polyspec/core';
import { revision20250618 as before } from './revision-2025-06-18.js';
import type { Wire } from './wire.js';

/**
 * What 2025-11-25 shows beyond 2025-06-18 (https://modelcontextprotocol.io/specification/2025-11-25/changelog): icons
 * everywhere (SEP-973), and what the server is and where its home page is.
 */
export const revision20251125: Wire = {
  revision: '2025-11-25',
  serverInfo: (server) => ({
    ...before.serverInfo(server),
    description: server.description || undefined,
    websiteUrl: server.websiteUrl || undefined,
    icons: shown(server.icons) as JsonValue | undefined,
  }),
  tool: (tool) => ({ ...before.tool(tool), icons: shown(tool.icons) }),
  prompt: (prompt) => ({ ...before.prompt(prompt), icons: shown(prompt.icons) }),
  resource: (resource) => ({ ...before.resource(resource), icons: shown(resource.icons) }),
  resourceTemplate: (template) => ({ ...before.resourceTemplate(template), icons: shown(template.icons) }),
};

/** An empty list says nothing. */
function shown(icons: readonly Icon[] | undefined): readonly Icon[] | undefined {
  return icons?.length === 0 ? undefined : icons;
}
