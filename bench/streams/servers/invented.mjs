// Ours, under a spec that does nothing but hold streams: what the transport itself takes.
import { serve } from 'polyspec';
import { encodeMessage, JsonText, notification } from '../../../packages/core/dist/index.js';
import { isListening } from '../../servers/settings.mjs';

const streams = new Set();
const standing = { type: 'standing', gone: (exchange) => streams.delete(exchange) };
const spec = {
  revisions: ['bench-1'],
  attach: () => ({
    claims: () => true,
    methods: () => ['GET', 'POST'],
    handle: () => ({ type: 'accepted' }),
    open(exchange) {
      streams.add(exchange);
      return standing;
    },
    close: async () => {},
  }),
};
const server = await serve('bench', { tools: () => [] }, { spec, transport: 'http', port: 0 });
process.on('SIGUSR2', () => {
  const text = new JsonText(encodeMessage(notification('notifications/tools/list_changed')));
  for (const stream of streams) stream.send(text, 'tools');
});
isListening(Number(new URL(server.address).port));
