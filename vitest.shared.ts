import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const isLong = process.env.POLYSPEC_PROPERTY_RUNS !== undefined;
const conditions = ['@polyspec/source', ...defaultServerConditions];

/** What every package tests with: the other packages are read as source, so that no build is needed. */
export const shared: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{src,test}/**/*.test.ts'],
    setupFiles: isLong ? [fileURLToPath(new URL('vitest.long.ts', import.meta.url))] : [],
    testTimeout: isLong ? 300_000 : 15_000,
    hookTimeout: 30_000,
  },
});
