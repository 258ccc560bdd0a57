import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.js';

export default mergeConfig(shared, {
  test: { globalSetup: fileURLToPath(new URL('src/build.ts', import.meta.url)) },
});
