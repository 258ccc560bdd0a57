import { type Application, defineApplication, type ServeOptions } from 'polyspec';
import { askingTools } from './asking-tools.js';
import { capabilityTools } from './capability-tools.js';
import { contentTools } from './content-tools.js';
import { notificationTools } from './notification-tools.js';
import { prompts } from './prompts.js';
import { resources, resourceTemplates } from './resources.js';
import { roundHooks, roundTools } from './round-tools.js';
import { schemaTools } from './schema-tools.js';

/**
 * What the official conformance suite looks for in a server. The names are the suite's; its first tool has to be one that
 * takes no arguments.
 */
const conformance: Application = defineApplication({
  tools: {
    ...contentTools,
    ...notificationTools,
    ...schemaTools,
    ...capabilityTools,
    ...askingTools,
    ...roundTools,
  },
  prompts,
  resources,
  resourceTemplates,
  ...roundHooks,
});
export default conformance;

/** How it introduces itself. Read by `polyspec serve` and by the runner of these examples. */
export const options: ServeOptions = {
  title: 'Conformance',
  description: 'Fixtures of the official conformance suite.',
};
