import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { backwards, goodTranslation } from '../../helpers/servers/llm-answers.ts';
import { MODEL, type Reply, startLlmServer } from '../../helpers/servers/llm-servers.ts';

const LINES = Array.from({ length: 8 }, (_, at) => `What was said at place ${at}.`);

describe('steno translate', () => {
  let dataDir: string;
  let app: TestApp;
  let llm: Awaited<ReturnType<typeof startLlmServer>>;
  let talk = '';
  let usable = true;
  let silent = false;
  const steno = (...args: string[]) => runSteno([...args, '--data', dataDir]);

  beforeAll(async () => {
    dataDir = await makeTempFolder();
    [talk = ''] = await storeTranscripts(dataDir, [{ title: 'Talk', windows: [LINES] }]);
    app = await startTestApp({ dataDir });
    llm = await startLlmServer('ollama', {
      reply: (question): Reply => {
        if (silent) return 'hang';
        return usable ? JSON.stringify(goodTranslation(question)) : 'No.';
      },
    });
  });
  afterAll(async () => {
    await app.stop();
    await llm.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('says what to do where no language model is set up', async () => {
    const { code, stdout, stderr } = await steno('translate', talk, '--to', 'de');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Choose it under Settings, Language model');
    const { kind, url, model } = { kind: 'ollama' as const, url: llm.url, model: MODEL };
    await app.client.updateSettings({ llm: { kind, base_url: url, model } });
  });

  test('waits until it is done, and the export has it', async () => {
    const missing = await steno('export', talk, '--format', 'vtt', '--language', 'de');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    const { code, stdout, stderr } = await steno('translate', talk, '--to', 'DE', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ id: talk, language: 'de', status: 'completed' }]);
    expect(stderr).toContain('Translated');
    const vtt = await steno('export', talk, '--format', 'vtt', '--language', 'de');
    expect(vtt.stdout).toContain(backwards(LINES[7] ?? ''));
    const both = await steno(
      ...['export', talk, '--format', 'srt', '--language', 'de', '--bilingual', '--out', dataDir],
    );
    expect(both.code).toBe(0);
    const file = await readFile(join(dataDir, 'Talk.de.srt'), 'utf8');
    expect(file).toContain(`${LINES[7]}\n${backwards(LINES[7] ?? '')}`);
  });

  test('ends with 1 where it fails, and says why', async () => {
    usable = false;
    const { code, stderr } = await steno('translate', talk, '--to', 'fr', '--quiet');
    expect(code).toBe(1);
    expect(stderr).toContain('could not be used as subtitles');
    expect((await steno('translate', talk, '--to', 'xx')).stderr).toContain(
      'is not a language Steno knows',
    );
    expect((await steno('translate', 'trs_none', '--to', 'de')).code).toBe(1);
  });

  test('ends where the translation is removed meanwhile', async () => {
    silent = true;
    const command = startSteno(['translate', talk, '--to', 'es', '--data', dataDir]);
    await until(() => command.output.stderr.includes('Translating'));
    await app.client.deleteTranslation(talk, 'es');
    const { code, stderr } = await command.ended;
    expect([code, stderr.includes('The translation was removed.')]).toEqual([1, true]);
  });

  test('wants a language, and --bilingual one as well', async () => {
    expect(await steno('translate', talk)).toMatchObject({ code: 2, stdout: '' });
    const { code, stderr } = await steno('export', talk, '--bilingual');
    expect([code, stderr.includes('--bilingual needs --language')]).toEqual([2, true]);
  });
});
