import { Connection } from './connection.mjs';
import { messageIn, show } from './http-response.mjs';
import {
  addRequest,
  firstMethod,
  firstRequest,
  INITIALIZED,
  offeredRevision,
  post,
  postHead,
  REVISION,
} from './protocol.mjs';

/**
 * Does what a client over HTTP does first, and finds out whether the server looks at arguments.
 *
 * @returns where and how to send further requests
 */
export async function handshake(port, era, validates) {
  const connection = await Connection.open(port);
  try {
    const target = await greet(connection, era, port);
    if (validates) await assertValidates(connection, target);
    return target;
  } finally {
    connection.close();
  }
}

/** Does what a client over HTTP does first. @returns where and how to send further requests */
export async function greet(connection, era, port) {
  const method = firstMethod(era);
  const head = postHead({ era, port, method, revision: era === '2026' ? REVISION[era] : undefined });
  const response = await connection.request(post(head, firstRequest(era, 1)));
  const revision = offeredRevision(era, messageIn(response, 1)?.result);
  if (revision === undefined) throw new Error(`${method} was not understood: ${show(response)}`);
  const session = /\r\nmcp-session-id: *([^\r]+)/i.exec(response.head)?.[1];
  const target = { era, port, revision, session };
  if (era === '2026') return target;
  const accepted = await connection.request(
    post(postHead({ ...target, method: 'notifications/initialized' }), INITIALIZED),
  );
  if (accepted.status !== 202) throw new Error(`notifications/initialized was not accepted: ${show(accepted)}`);
  return target;
}

async function assertValidates(connection, target) {
  const head = postHead({ ...target, method: 'tools/call', name: 'add' });
  const response = await connection.request(post(head, addRequest(target.era, 2, '"one"', 2)));
  const message = response.status === 200 ? messageIn(response, 2) : { error: response };
  if (message?.error === undefined && message?.result?.isError !== true)
    throw new Error(`Wrong arguments were taken: ${show(response)}`);
}
