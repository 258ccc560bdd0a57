import type { Icon, JsonValue } from '@polyspec/core';
import { revision20250618 as before } from './revision-2025-06-18.js';
import { sampling } from './sampling.js';
import type { Wire } from './wire.js';

/**
 * What 2025-11-25 does and shows beyond 2025-06-18 (https://modelcontextprotocol.io/specification/2025-11-25/changelog): icons
 * everywhere (SEP-973), what the server is and where its home page is; streams that a client comes back for (SEP-1699); and more
 * to ask clients.
 */
export const revision20251125: Wire = {
  revision: '2025-11-25',
  polling: true,
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
  asks: {
    // Defaults and choices of every kind (SEP-1034, SEP-1330).
    form: (schema) => schema,
    fillIn: (message, requestedSchema) => ({ mode: 'form', message, requestedSchema }),
    visit: (message, url, elicitationId) => ({ mode: 'url', elicitationId, message, url }),
    model: sampling,
  },
};

/** An empty list says nothing. */
function shown(icons: readonly Icon[] | undefined): readonly Icon[] | undefined {
  return icons?.length === 0 ? undefined : icons;
}
