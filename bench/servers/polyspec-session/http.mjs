// With sessions, as it is by default.
import { serveHttp } from '../polyspec/serve-http.mjs';
import { SESSION_IDLE_SECONDS } from '../settings.mjs';

await serveHttp({ sessionIdleSeconds: SESSION_IDLE_SECONDS });
