// Streams with nothing around them. What all of them are told is put together once; those of 2026 get their id put in.
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const METHOD = 'notifications/tools/list_changed';
const ID = '"an id"';

const streams = new Map();

/** @param id that of the subscription, under 2026 */
export function openStream(response, id) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (id === undefined) {
    response.flushHeaders();
  } else {
    const params = { notifications: { toolsListChanged: true }, _meta: { [SUBSCRIPTION]: id } };
    response.write(frame({ method: 'notifications/subscriptions/acknowledged', params }));
  }
  streams.set(response, id === undefined ? undefined : JSON.stringify(id));
  response.on('close', () => streams.delete(response));
}

/** Tells all streams that the list of tools has changed. */
export function tellAll() {
  const whole = frame({ method: METHOD });
  const [before, after] = frame({ method: METHOD, params: { _meta: { [SUBSCRIPTION]: JSON.parse(ID) } } }).split(ID);
  for (const [response, id] of streams) response.write(id === undefined ? whole : before + id + after);
}

function frame(message) {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}
