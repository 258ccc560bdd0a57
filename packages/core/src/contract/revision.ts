/** A dated version of the protocol. Any string is legal, so that a spec of your own can serve one that is not listed. */
export type Revision = '2025-06-18' | '2025-11-25' | '2026-07-28' | (string & {});
