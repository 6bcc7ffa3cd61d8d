import { rm } from 'node:fs/promises';
import { expect, onTestFailed, test } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { connect, finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

test('no key, password, secret address or spoken word gets into the log, at its most talkative', async () => {
  const dataDir = await makeTempFolder();
  const { bytes } = asFile(compose(loadPool(), clipsIn('en', 1)));
  const origin = await serveRecordings({
    '/a.wav?canary-query': bytes,
    '/a.wav': bytes,
    '/banner.mp3': Buffer.from('canary '.repeat(1000)),
  });
  const steno = startSteno(['serve', '--port', '0', '--data', dataDir], { STENO_LOG: 'trace' });
  onTestFailed(() => {
    steno.interrupt();
  });
  await until(() => steno.output.stdout.includes('\n'));
  const client = await connect(dataDir);
  const { url, sign_in } = JSON.parse(steno.output.stdout) as { url: string; sign_in: string };
  const { key } = await client.createKey({ name: 'script' });
  const keyClient = createClient({ baseUrl: url, key });

  const webhook_url = 'https://localhost:1/canary-hook';
  const hidden = `${origin.url.replace('//', '//canary-user:canary-password@')}/a.wav`;
  const worked = await finished(keyClient, await create(`${origin.url}/a.wav?canary-query`));
  await finished(keyClient, await create(`${origin.url}/none.wav?canary-query`));
  expect((await finished(keyClient, await create(hidden))).status).toBe('completed');
  const banner = await finished(keyClient, await create(`${origin.url}/banner.mp3`));
  expect(banner.error?.code).toBe('unsupported_media');
  const wrong = createClient({ baseUrl: url, key: `${key.slice(0, -6)}canary` });
  await expect(wrong.getUsage()).rejects.toMatchObject({ status: 401 });
  const llm = { base_url: 'http://127.0.0.1:1', api_key: 'canary-api-key' };
  await expect(client.listLlmModels({ kind: 'openai', ...llm })).rejects.toThrow();
  await until(() => steno.output.stderr.includes('"not delivered"'));
  steno.interrupt();
  const { stderr } = await steno.ended;

  for (const said of ['"ready"', '"completed"', '"failed"']) expect(stderr).toContain(said);
  const spoken = worked.result?.text ?? '';
  const code = new URL(sign_in).searchParams.get('code') ?? '';
  for (const secret of [key, key.slice(0, -6), code, spoken, 'canary']) {
    expect(secret).not.toBe('');
    expect(stderr.includes(secret), secret).toBe(false);
  }
  await origin.close();
  await rm(dataDir, { recursive: true });

  async function create(source: string): Promise<string> {
    return (await keyClient.createTranscription({ url: source, webhook_url })).id;
  }
});
