import type { ToolAnnotations } from 'polyspec';

/** What clients may know of a tool that only computes: it changes nothing, and nothing outside of it is asked. */
export const computes: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
