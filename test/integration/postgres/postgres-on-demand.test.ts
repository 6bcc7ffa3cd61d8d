/** A service with SQLite loads nothing of PostgreSQL. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../helpers/harness/service-process.ts';

test('the program loads the driver of SQLite, and none of PostgreSQL', async () => {
  const app = JSON.stringify(join(projectRoot, 'src/main/app.ts'));
  const code = `
    await import(${app});
    const { default: module } = await import('node:module');
    process.stdout.write(Object.keys(module._cache).join('\\n'));`;
  const args = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain('/node_modules/better-sqlite3/');
  expect(stdout).not.toMatch(/\/node_modules\/pg/);
});
