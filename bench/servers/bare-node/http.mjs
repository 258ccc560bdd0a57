import { createServer } from 'node:http';
import { floorAnswers } from '../floor.mjs';
import { ERA, isListening, onEvent, TOOLS } from '../settings.mjs';
import { openStream, tellAll } from './streams.mjs';

const answer = floorAnswers(ERA, TOOLS);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    openStream(response);
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const message = JSON.parse(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    if (message.method === 'subscriptions/listen') {
      openStream(response, message.id);
      return;
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
});
onEvent(tellAll);
server.listen(0, '127.0.0.1', () => isListening(server.address().port));
