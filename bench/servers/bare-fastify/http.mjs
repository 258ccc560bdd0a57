import { fastify } from 'fastify';
import { floorAnswers } from '../floor.mjs';
import { ERA, isListening, TOOLS } from '../settings.mjs';

const answer = floorAnswers(ERA, TOOLS);

const app = fastify();
app.post('/mcp', ({ body: message }, reply) => {
  if (message.id === undefined) {
    reply.code(202).send();
    return;
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) });
  reply.header('content-type', 'application/json').send(body);
});
await app.listen({ host: '127.0.0.1', port: 0 });
isListening(app.server.address().port);
