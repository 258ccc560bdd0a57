// The floor: streams of bare node:http, an event whose frame is put together once.
import { createServer } from 'node:http';
import { isListening } from '../../servers/settings.mjs';

const streams = new Set();
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  streams.add(response);
  response.on('close', () => streams.delete(response));
});
process.on('SIGUSR2', () => {
  const frame = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n\n`;
  for (const stream of streams) stream.write(frame);
});
server.listen(0, '127.0.0.1', () => isListening(server.address().port));
