// How a server is told what to do, and how it tells where it is.
const [era, tools] = process.argv.slice(2);

/** `2025` or `2026`. Only the floors look at it: the others serve both eras, or know what they serve. */
export const ERA = era;

/** How many tools to offer. */
export const TOOLS = Number(tools);

/** To be called when the server listens on this port of 127.0.0.1. */
export function isListening(port) {
  process.send?.({ port });
}
