/**
 * Damaged frames, models and words, and nonsense command lines, for the engine's readers under AddressSanitizer and
 * UBSan (native/fuzz). The first run builds them, in seconds; MSVC knows the sanitizers by other names.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildFuzzer } from '../../../scripts/build-engine.mjs';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { seed } from '../../helpers/harness/seed.ts';

const PATIENCE_MS = 2 * 3_600_000;
const run = promisify(execFile);

describe.skipIf(process.platform === 'win32')('no input brings a reader of the engine down', () => {
  let program: string;
  let folder: string;
  beforeAll(async () => {
    program = await buildFuzzer(join(import.meta.dirname, '../../..'));
    folder = await makeTempFolder();
    return () => rm(folder, { recursive: true });
  }, PATIENCE_MS);

  test.each([
    ['frames', dose(1_000, 500_000)],
    ['models', dose(100, 50_000)],
    ['parakeets', dose(100, 50_000)],
    ['words', dose(5_000, 5_000_000)],
  ])(
    `%s, %i times (seed ${seed})`,
    async (subject, rounds) => {
      const scratch = join(folder, `${subject}.bin`);
      const { stdout } = await run(program, [subject, String(seed), String(rounds), scratch]);
      expect(stdout).toBe(`${subject}: seed ${seed}, ${rounds} rounds\n`);
    },
    PATIENCE_MS,
  );
});
