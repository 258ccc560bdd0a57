// How a server is told what to do, and how it tells where it is.
const [era, tools, idleSeconds] = process.argv.slice(2);

/** `2025` or `2026`. Only the floors look at it: the others serve both eras, or know what they serve. */
export const ERA = era;

/** How many tools to offer. */
export const TOOLS = Number(tools);

/** After how many idle seconds a session is to end; `undefined` for what the server does by default. Only ours looks at it. */
export const SESSION_IDLE_SECONDS = idleSeconds === undefined ? undefined : Number(idleSeconds);

/** To be called when the server listens on this port of 127.0.0.1. */
export function isListening(port) {
  process.send?.({ port });
}

let sendEvent;

/** To be called with what tells all open streams that the list of tools has changed. */
export function onEvent(action) {
  sendEvent = action;
}

/** Tells all open streams. */
export async function event() {
  if (sendEvent === undefined) throw new Error('This server has no streams');
  await sendEvent();
}
