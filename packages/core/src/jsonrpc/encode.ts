import { type JsonRpcMessage, JsonText } from './message.js';

/**
 * The JSON text of a message, on one line. A result that is already text is written between the parts of the envelope.
 */
export function encodeMessage(message: JsonRpcMessage): string {
  if ('result' in message && message.result instanceof JsonText) {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${message.result.json}}`;
  }
  return JSON.stringify(message);
}
