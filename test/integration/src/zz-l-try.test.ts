import { it } from 'vitest';
import { stderrLogger } from '@polyspec/core';
import { createNews } from '/work/main/test/integration/src/fixtures/news.js';
import { serveHttp } from '/work/main/test/integration/src/http-server.js';
import { HttpListener } from '/work/main/test/integration/src/wire/http-listener.js';
it('x', async () => {
  const server = await serveHttp(createNews(), { changeDebounceMs: 0, logger: console as never });
  const listener = new HttpListener({ url: new URL(server.address) }, { toolsListChanged: true });
  console.log(await listener.opened);
  await new Promise((r) => setTimeout(r, 300));
  console.log(listener.messages);
  await server.close();
  console.log(await listener.ended);
}, 5000);
