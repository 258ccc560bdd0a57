/**
 * Reads one HTTP/1.1 response from the start of `buffer`.
 *
 * @returns its status, head (text), body and `length` in bytes, or undefined when it is not complete yet
 * @throws Error for a response whose end can't be known (neither Content-Length nor chunks)
 */
export function readResponse(buffer) {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const { status, head, isChunked, contentLength } = readHead(buffer.latin1Slice(0, headEnd));
  const start = headEnd + 4;
  if (isChunked) {
    const chunked = readChunks(buffer, start);
    return chunked && { status, head, ...chunked };
  }
  const length = start + contentLength;
  return buffer.length < length ? undefined : { status, head, body: buffer.subarray(start, length), length };
}

/** Under load one head is like the other, but for a date that changes every second. */
let known;

function readHead(head) {
  if (known?.head === head) return known;
  const status = Number(head.slice(9, 12));
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
  const declared = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const hasEnd = isChunked || declared !== undefined || status === 202 || status === 204;
  if (!hasEnd) throw new Error(`A response without an end: ${head}`);
  known = { head, status, isChunked, contentLength: Number(declared ?? 0) };
  return known;
}

function readChunks(buffer, start) {
  const chunks = [];
  for (let at = start; ; ) {
    const lineEnd = buffer.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(buffer.latin1Slice(at, lineEnd), 16);
    const chunkStart = lineEnd + 2;
    const next = chunkStart + size + 2;
    if (buffer.length < next) return undefined;
    if (size === 0) return { body: chunks.length === 1 ? chunks[0] : Buffer.concat(chunks), length: next };
    chunks.push(buffer.subarray(chunkStart, chunkStart + size));
    at = next;
  }
}

/** The JSON-RPC message with this id in a response, be it JSON or a stream of events; undefined when there is none. */
export function messageIn({ status, head, body }, id) {
  if (status !== 200) return undefined;
  const text = body.toString('utf8');
  if (!/\r\ncontent-type: *text\/event-stream/i.test(head)) return withId(JSON.parse(text), id);
  for (const event of text.split(/\r?\n\r?\n/)) {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n');
    const message = data === '' ? undefined : withId(JSON.parse(data), id);
    if (message !== undefined) return message;
  }
  return undefined;
}

function withId(message, id) {
  return message.id === id ? message : undefined;
}

/** A response for people. */
export function show({ status, body }) {
  return `${status} ${body.toString('utf8').slice(0, 400)}`;
}
