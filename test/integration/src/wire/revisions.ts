import type { KnownRevision } from '../../../schema/official-schema.js';

/** The revisions that a server with this option serves, newest first. */
export const SERVED = {
  all: ['2026-07-28', '2025-11-25', '2025-06-18'],
  '2025-06-18': ['2025-06-18'],
  // Its handshake can negotiate down.
  '2025-11-25': ['2025-11-25', '2025-06-18'],
  '2026-07-28': ['2026-07-28'],
} as const satisfies Readonly<Record<string, readonly KnownRevision[]>>;
