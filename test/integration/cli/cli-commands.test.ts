import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('help and usage', () => {
  // What each says is in test/unit/cli/help.test.ts.
  test.each([[], ['transcribe'], ['keys', 'create']])('steno %s %s --help', async (...command) => {
    const args = command.filter((word) => typeof word === 'string');
    const result = await runSteno([...args, '--help']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain(`Usage: steno${args.map((word) => ` ${word}`).join('')}`);
  });

  test('--version says it', async () => {
    expect(await runSteno(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  test.each([
    [['transcribe'], "missing required argument 'source'"],
    [['transcribe', 'a.mp3', '--format', 'doc'], '--format: "doc" must be one of txt, md, '],
    [['transcribe', 'a.mp3', '--max-lines', '9'], '--max-lines: "9" must be at most 3.'],
    [['transcribe', 'a.mp3', '--nonsense'], "unknown option '--nonsense'"],
    [['transcribe', 'a.mp3', '--nonsense'], 'Run "steno transcribe --help" to see the options.'],
    [['models', 'list', '--nonsense'], 'Run "steno models list --help"'],
    [['keys', 'nonsense'], 'Run "steno keys --help" to see the commands.'],
    ...['transcribe', 'quote', 'watch'].map((command): [string[], string] => [
      [command, 'a.mp3', '--language', 'klingon'],
      '--language: "klingon" is not a language Steno knows. Give a code such as en.',
    ]),
    [['translate', 'trs_1', '--to', 'klingon'], '--to: "klingon" is not a language Steno knows.'],
    [['serve', '--port', 'many'], '--port: "many" is not valid. Give a whole number.'],
    [['serve', '--port', '70000'], 'Give a number up to 65535.'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['keys', 'create', '--scope', 'some'], 'Allowed choices are own, all, read, worker.'],
    [['serve', '--public-url', 'example'], 'Give an address such as'],
    [['keys', 'revoke'], "missing required argument 'id'"],
    [['keys'], 'Usage: steno keys'],
  ])('steno %j is wrong usage: 2', async (args, message) => {
    const result = await runSteno(args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});

describe('steno sign-in', () => {
  test('prints a link that signs in', async () => {
    const { code, stdout } = await runSteno(['sign-in', '--data', app.dataDir]);
    expect(code).toBe(0);
    const answer = await ask(stdout.trim());
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.[0]).toContain('HttpOnly');
  });

  test('says so where nothing runs, also after a crash', async () => {
    const dataDir = join(folder, 'crashed');
    const nothing = await runSteno(['sign-in', '--data', dataDir]);
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toMatch(/^steno: Steno is not running\./);
    const before = await startTestApp({ dataDir });
    await before.stop();
    const stale = { url: before.url, token: 'x'.repeat(22) };
    await writeFile(join(dataDir, 'service.json'), JSON.stringify(stale));
    expect(await runSteno(['sign-in', '--data', dataDir])).toMatchObject({
      code: 1,
      stderr: nothing.stderr,
    });
  });
});
