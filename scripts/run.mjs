#!/usr/bin/env node
// Runs first for `npm start`, `npm test` and `npm run demo`: sets up what is missing, reports each step, and
// starts the task with the project's own Node. Runs on Node 20 and later without any package.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setUp } from './bootstrap/set-up.mjs';
import { endOfChild } from './end-of-child.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * What each task needs besides the packages, and the program that runs it.
 * @type {Record<string, { needs: readonly string[], file: string | null, args?: readonly string[] }>}
 */
const TASKS = {
  start: { needs: ['engine', 'ffmpeg', 'window', 'service'], file: 'scripts/start.ts' },
  demo: { needs: ['engine', 'ffmpeg', 'service'], file: 'scripts/demo.ts' },
  test: {
    needs: ['engine', 'ffmpeg', 'window', 'service', 'chromium', 'yt-dlp'],
    file: 'scripts/test.ts',
  },
  'test:all': {
    needs: ['engine', 'ffmpeg', 'window', 'service', 'chromium', 'yt-dlp'],
    file: 'scripts/test.ts',
    args: ['--all'],
  },
  'test:quick': { needs: ['engine', 'ffmpeg'], file: 'scripts/test.ts', args: ['--quick'] },
  soak: { needs: ['engine', 'ffmpeg', 'service'], file: 'scripts/soak.ts' },
  package: { needs: ['build-tools', 'window'], file: 'scripts/package/package.ts' },
  openapi: { needs: [], file: 'scripts/openapi.ts' },
  check: { needs: [], file: 'scripts/check.ts' },
  house: { needs: ['engine', 'ffmpeg', 'service'], file: 'scripts/house.ts' },
  setup: { needs: ['engine', 'ffmpeg', 'window', 'service', 'graphics-cards'], file: null },
};

const [name = '', ...args] = process.argv.slice(2);
const task = TASKS[name];
if (!task) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(TASKS).join('|')} [arguments]`);
  process.exit(2);
}

try {
  const node = await setUp({ root, needs: task.needs });
  if (task.file) {
    const child = spawn(node, [task.file, ...(task.args ?? []), ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    process.exitCode = await endOfChild(child);
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
