// Loaded with `node --import` into the process of the official suite.
import { register } from 'node:module';

register('./loader-hooks.mjs', import.meta.url, {
  data: { initializeVersion: process.env.CONFORMANCE_INITIALIZE_VERSION },
});
