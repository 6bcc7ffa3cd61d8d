/** Keys and sessions on the command line, and what it says about a service for other machines. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKey } from '../../../src/shared/accounts.ts';
import { createClient } from '../../../src/shared/client.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { signInByBrowser } from '../../helpers/harness/sign-in.ts';
import { until } from '../../helpers/harness/until.ts';

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

const steno = (...args: string[]) => runSteno([...args, '--data', app.dataDir]);
const keys = async (): Promise<ApiKey[]> => (await app.client.listKeys()).data;

describe('steno keys', () => {
  const made = /^steno_test_[0-9A-Za-z]{36}\n$/;

  test('create, list and revoke, with a running service', async () => {
    const created = await steno('keys', 'create', '--name', 'script', '--test');
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(made);
    expect(created.stderr).toContain('shown only now');

    const listed = await steno('keys', 'list');
    const line = listed.stdout.split('\n').find((row) => row.includes('script')) ?? '';
    const [id = ''] = line.split(/\s+/);
    expect(line).toMatch(
      /^key_\w{22} +script +steno_test_….{4} +test +own +\d{4}-\d\d-\d\d +never +active$/,
    );
    expect(listed.stdout).not.toContain(created.stdout.trim());

    expect((await steno('keys', 'revoke', id)).stderr).toContain('Revoked "script"');
    expect((await steno('keys', 'list')).stdout).toMatch(/script .* revoked/);
    const again = await steno('keys', 'revoke', id);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toBe('steno: There is no key with this id in force.\n');
  });

  test('what one command stores without a running service, the next one finds', async () => {
    const run = (...args: string[]) => runSteno(['keys', ...args, '--data', join(folder, 'keys')]);
    const created = await run('create', '--name', 'script', '--test');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(made) });
    const [, id = ''] = /^(key_\w{22}) +script +.* active$/m.exec((await run('list')).stdout) ?? [];
    expect((await run('revoke', id)).stderr).toContain('Revoked "script"');
  });

  test.each([
    [['--scope', 'read'], 'read'],
    [[], 'all'],
    [['--test'], 'own'],
  ])('create %j where nobody can be asked: %s, and it opens the service', async (args, scope) => {
    const name = ['key', ...args].join(' ');
    const { code, stdout } = await steno('keys', 'create', '--name', name, ...args);
    expect(code).toBe(0);
    expect((await keys()).find((key) => key.name === name)?.scope).toBe(scope);
    const client = createClient({ baseUrl: app.url, key: stdout.trim() });
    expect((await client.listTranscriptions()).data).toEqual([]);
  });

  test('where other machines reach the service, a new key sees its own', async () => {
    const open = await startTestApp({ publicUrl: 'https://steno.example.com' });
    const created = await runSteno(['keys', 'create', '--name', 'far', '--data', open.dataDir]);
    const { data } = await open.client.listKeys();
    await open.stop();
    expect(created.code).toBe(0);
    expect(data.find(({ name }) => name === 'far')?.scope).toBe('own');
  });

  test('list --json is what the API answers', async () => {
    const { stdout } = await steno('keys', 'list', '--json');
    expect(JSON.parse(stdout)).toEqual(await app.client.listKeys());
  });
});

describe('steno sessions', () => {
  test('lists browsers, and signs out one or all', async () => {
    for (let count = 0; count < 3; count++) await signInByBrowser(app);
    const { data } = await app.client.listSessions();
    const [first] = data;
    expect(data).toHaveLength(3);

    const shown = await steno('sessions');
    expect(shown.stdout).toMatch(/^ID +BROWSER +SIGNED IN +LAST USED +EXPIRES\n/);
    for (const { id } of data) expect(shown.stdout).toContain(id);
    expect(JSON.parse((await steno('sessions', '--json')).stdout)).toEqual({ data });

    expect(await steno('sessions', 'end', first?.id ?? '')).toMatchObject({
      code: 0,
      stderr: 'This browser is signed out.\n',
    });
    expect((await app.client.listSessions()).data).toEqual(data.slice(1));
    expect(await steno('sessions', 'end', '--all')).toMatchObject({ code: 0 });
    expect((await app.client.listSessions()).data).toEqual([]);
  });

  test('an unknown id ends with 1, none or both with 2', async () => {
    expect(await steno('sessions', 'end', 'ses_nobody')).toMatchObject({
      code: 1,
      stderr: 'steno: No browser is signed in with this id.\n',
    });
    for (const args of [[], ['ses_nobody', '--all']]) {
      const wrong = await steno('sessions', 'end', ...args);
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain('Give the id of a session, or --all.');
    }
  });
});

test('models list --json is what the API answers, with speaker models', async () => {
  const { stdout } = await steno('models', 'list', '--json');
  const { data } = await app.client.listModels();
  const speakerModels = (await app.client.listSpeakerModels()).data;
  expect(JSON.parse(stdout)).toMatchObject({ data, speaker_models: speakerModels });
});

describe('steno serve', () => {
  test.each([
    [
      ['--host', '0.0.0.0'],
      /keys and recordings cross the network in the clear.*without --public-url/i,
    ],
    [
      ['--host', '0.0.0.0', '--public-url', 'https://steno.example.com'],
      /in the clear(?!.*--public-url)/,
    ],
    [[], /^$/],
  ])('%j warns where other machines reach it', async (args, warning) => {
    const dataDir = await makeTempFolder();
    const command = startSteno(['serve', '--port', '0', '--data', dataDir, ...args], {
      STENO_LOG: 'warn',
    });
    await until(() => command.output.stdout.includes('\n'));
    command.interrupt();
    const { stderr } = await command.ended;
    await rm(dataDir, { recursive: true, force: true });
    expect(stderr).toMatch(warning);
  });
});
