import { serveHttp } from './serve-http.mjs';

await serveHttp({ sessions: false });
