import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { engineTestsFile } from '../../helpers/engines/engine.ts';

test("the engine's own unit tests pass", async () => {
  expect(await promisify(execFile)(engineTestsFile)).toEqual({ stdout: '', stderr: '' });
});
