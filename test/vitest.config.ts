import { defineConfig } from 'vitest/config';

/** Real engines, real ffmpeg and real browsers take their time on a busy machine. */
const SLOW_MS = 300_000;
const usual = {
  setupFiles: 'test/helpers/seed.ts',
  testTimeout: SLOW_MS,
  hookTimeout: SLOW_MS,
  // Below the others, so that a test tells what it waited for.
  expect: { poll: { timeout: SLOW_MS - 60_000 } },
};

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          ...usual,
          // No module has state of its own, so that loading each once is enough.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          ...usual,
          // As above; each file starts what it needs, and ends it.
          isolate: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...usual,
          globalSetup: 'test/e2e/build-window.ts',
        },
      },
    ],
  },
});
