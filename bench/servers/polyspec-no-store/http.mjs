// With sessions whose streams can't be gone back to.
import { serveHttp } from '../polyspec/serve-http.mjs';

await serveHttp({ eventStore: false });
