/**
 * `npm run demo`: the main use case over the real HTTP API. Serves the sample recording on a local address, starts the
 * service on a new data folder, posts the URL, waits, and prints the result.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitForAll } from '../src/main/cli/commands/transcribe-command.ts';
import { findService } from '../src/main/core/service-file.ts';
import { createClient, downloadText } from '../src/shared/client.ts';
import { serviceProgram } from './bootstrap/service.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sample = join(root, 'resources', 'samples', 'sample.mp3');

const dataDir = await mkdtemp(join(tmpdir(), 'steno-demo-'));
const files = await serveSample();
const service = await startService(dataDir);
try {
  await demonstrate(service.url, files.url);
} finally {
  service.stop();
  files.stop();
  await service.ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function demonstrate(serviceUrl: string, mediaUrl: string): Promise<void> {
  const local = await findService(dataDir);
  const window = createClient({ baseUrl: serviceUrl, key: local?.token ?? '' });
  const { key } = await window.createKey({ name: 'demo' });
  const client = createClient({ baseUrl: serviceUrl, key });

  console.log(`POST ${serviceUrl}/v1/transcriptions {"url":"${mediaUrl}"}`);
  const created = await client.createTranscription({ url: mediaUrl });
  console.log(`201 ${created.id} ${created.status}\n`);
  let stage = '';
  const seen = ({ status, stage: now }: { status: string; stage: string | null }) => {
    if (now && now !== stage) console.log(`  ${status}: ${now}`);
    stage = now ?? stage;
  };
  await waitForAll(client, [created.id], seen, new AbortController().signal);

  const done = await client.getTranscription(created.id);
  if (!done.result) throw new Error(done.error?.message ?? 'The transcription failed.');
  const { file } = await client.exportTranscription(created.id, { format: 'txt' });
  const { vtt, srt } = done.result.subtitles;
  console.log(`\n${await file.text()}`);
  console.log(`VTT  ${vtt}\n${firstLines(await downloadText(vtt), 4)}`);
  console.log(`SRT  ${srt}\n${firstLines(await downloadText(srt), 3)}`);
  console.log(
    `${done.duration_seconds} s of ${nameOf(done.language)} became ${done.result.segments.length} segments with the ` +
      'small demo model, which knows only a few hundred words. The addresses above end with this demo.',
  );
}

/** Serves the sample as any web server would. */
async function serveSample(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'audio/mpeg');
    createReadStream(sample).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/sample.mp3`, stop: () => server.close() };
}

async function startService(data: string) {
  const program = serviceProgram(root);
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { STENO_LOG: 'warn', ...process.env },
  });
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error('The service did not start; it said why above.');
  });
  failed.catch(() => {});
  const ready = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await Promise.race([ready, failed]);
  const { url } = JSON.parse(String(line)) as { url: string };
  return { url, ended, stop: () => child.kill('SIGTERM') };
}

function firstLines(text: string, count: number): string {
  const lines = text.split('\n').slice(0, count + 1);
  return `${lines.map((line) => `     ${line}`).join('\n')}\n`;
}

function nameOf(language: string | null): string | undefined {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language ?? 'und');
}
