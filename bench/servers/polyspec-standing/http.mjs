// Ours, under a spec that does nothing but hold streams: what the transport itself takes.
import { serve } from 'polyspec';
import { encodeMessage, JsonText, notification } from '../../../packages/core/dist/index.js';
import { floorAnswers } from '../floor.mjs';
import { ERA, isListening, onEvent, TOOLS } from '../settings.mjs';
import { SERVER } from '../tools.mjs';

const answer = floorAnswers(ERA, TOOLS);
const streams = new Set();
const standing = { type: 'standing', gone: (exchange) => streams.delete(exchange) };
const spec = {
  revisions: ['bench-1'],
  attach: () => ({
    claims: () => true,
    methods: () => ['GET', 'POST'],
    handle: (message) =>
      message.id === undefined
        ? { type: 'accepted' }
        : { type: 'response', response: { jsonrpc: '2.0', id: message.id, result: answer(message) } },
    open(exchange) {
      streams.add(exchange);
      return standing;
    },
    close: async () => {},
  }),
};
const server = await serve(SERVER.name, { tools: () => [] }, { spec, transport: 'http', port: 0 });
onEvent(() => {
  const text = new JsonText(encodeMessage(notification('notifications/tools/list_changed')));
  for (const stream of streams) stream.send(text, 'tools');
});
isListening(Number(new URL(server.address).port));
