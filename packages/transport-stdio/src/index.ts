// For whoever writes a transport over another stream of bytes, such as a socket.
export { DEFAULT_MAX_MESSAGE_BYTES, type LineFault, type LineListener, LineReader } from './line-reader.js';
export { DEFAULT_MAX_UNSENT, LineWriter, type LineWriterOptions } from './line-writer.js';
export type { StdioOptions } from './options.js';
export { stdio } from './stdio.js';
export { type StdoutLease, takeStdout } from './stdout-guard.js';
