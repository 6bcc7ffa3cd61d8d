/** Once before the browser tests, however vitest was started. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWindow } from '../../scripts/bootstrap/window.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** For test/e2e/sample-library.ts. */
    sampleFolder: string;
  }
}

/** Builds the window if its sources have changed. */
export const buildOnce = () => buildWindow(join(import.meta.dirname, '../..'), process.execPath);

/** Also makes a folder that all files share. */
export default async function setup({ provide }: TestProject) {
  await buildOnce();
  const folder = await mkdtemp(join(tmpdir(), 'steno-sample-'));
  provide('sampleFolder', folder);
  return () => rm(folder, { recursive: true });
}
