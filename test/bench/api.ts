/**
 * Measures how fast the API answers while the engine computes on every core: `node test/bench/api.ts`. 50 clients
 * create transcriptions and read them twice a second, then 10,000 without a pause, each asking again as soon as it is
 * answered; then the list of all of them and the first attempts of webhooks. Writes the figures into
 * docs/measurements/service.md. Give it an idle machine and minutes.
 */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FEWEST_SLOTS } from '../../src/main/queue/job-slots.ts';
import type { Client } from '../../src/shared/client.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { type Answer, ask, byClients, percentile } from './many-clients.ts';
import { writeSection } from './page.ts';
import { BASE, writeRandomModel } from './random-model.ts';

const SECTION = '## The API while the engine is busy';
const CLIENTS = 50;
const TRANSCRIPTIONS = 10_000;
/** How often a client asks that leaves time between, and how many requests that makes in all. */
const PAUSE_MS = 500;
const PACED = 3_000;
const LISTS = 200;
const WEBHOOKS = 50;

async function until<Found>(look: () => Promise<Found | null>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await sleep(100);
  }
}

/** Canceled transcriptions, whose webhooks go to a port where no one listens: when they are tried is what counts. */
async function webhookDelays(client: Client): Promise<number[]> {
  const nobody = 'http://127.0.0.1:9';
  for (let i = 0; i < WEBHOOKS; i++) {
    const { id } = await client.createTranscription({ url: nobody, webhook_url: nobody });
    await client.cancelTranscription(id);
  }
  const { data } = await until(async () => {
    const log = await client.listDeliveries({ limit: WEBHOOKS });
    return log.data.every(({ attempts }) => attempts.length > 0) ? log : null;
  });
  return data.map(({ created_at, attempts }) => {
    return Date.parse(attempts[0]?.started_at ?? '') - Date.parse(created_at);
  });
}

/** Has every core compute: as many long transcriptions as run at once. */
async function keepEngineBusy(client: Client, folder: string): Promise<void> {
  const recording = join(folder, 'recording.wav');
  writeFileSync(recording, wavFile(loadPool()));
  for (let i = 0; i < FEWEST_SLOTS; i++) {
    const { url } = await client.uploadFile(await openAsBlob(recording), `${i}.wav`);
    await client.createTranscription({ url });
  }
  await until(async () => {
    const { data } = await client.listTranscriptions({ status: ['processing'] });
    const busy = data.filter(({ stage }) => stage === 'transcribing');
    return busy.length === FEWEST_SLOTS || null;
  });
}

const say = (what: string) => process.stderr.write(`${what} …\n`);

async function measure(folder: string) {
  const model = join(folder, 'base.bin');
  await writeRandomModel(demoModel, model, BASE);
  const service = await startService(join(folder, 'data'), { STENO_MODEL: model });
  try {
    const { client, url } = service;
    const { key } = await client.createKey({ name: 'bench', test: true });
    say('having the engine compute');
    await keepEngineBusy(client, folder);
    say('webhooks');
    const webhooks = await webhookDelays(client);
    const all = `${url}/v1/transcriptions`;
    const source = { url: 'http://127.0.0.1:9/never.mp3' };
    say('creating');
    const create = (agent: Agent) => ask(agent, key, all, source);
    const createdPaced = await byClients(CLIENTS, PACED, create, PAUSE_MS);
    const created = await byClients(CLIENTS, TRANSCRIPTIONS, create);
    const ids = created.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    say('reading');
    const readOne = (agent: Agent, index: number) => ask(agent, key, `${all}/${ids[index]}`);
    const readPaced = await byClients(CLIENTS, PACED, readOne, PAUSE_MS);
    const read = await byClients(CLIENTS, TRANSCRIPTIONS, readOne);
    say('listing');
    const listed = await byClients(1, LISTS, (agent) => ask(agent, key, `${all}?limit=100`));
    const { data } = await client.listTranscriptions({ status: ['processing'] });
    if (data.length < FEWEST_SLOTS) throw new Error('The engine was not busy to the end.');
    const times = (answers: Answer[]) => answers.map(({ ms }) => ms);
    return {
      createdPaced: times(createdPaced),
      created: times(created),
      readPaced: times(readPaced),
      read: times(read),
      listed: times(listed),
      webhooks,
    };
  } finally {
    await service.kill();
  }
}

function row(what: string, samples: readonly number[], aim: string): string {
  const [half, most] = [0.5, 0.99].map((share) => percentile(samples, share).toFixed(1));
  return `| ${what} | ${half} | ${most} | ${aim} |`;
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
const load = loadavg()[0]?.toFixed(1);
try {
  const { createdPaced, created, readPaced, read, listed, webhooks } = await measure(folder);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, Node ${process.version}`;
  const section = [
    SECTION,
    '',
    `${date}: ${machine}, load ${load} before the start. ${CLIENTS} clients, which ask every ${PAUSE_MS} ms, or again as soon as`,
    `they are answered; ${FEWEST_SLOTS} long transcriptions with a base-size model compute on every core meanwhile. Milliseconds.`,
    '',
    '| | half within | 99% within | aim |',
    '|---|---|---|---|',
    row(
      `\`POST /v1/transcriptions\`, each client every ${PAUSE_MS} ms, ${PACED} in all`,
      createdPaced,
      '50',
    ),
    row(`the same without a pause, ${TRANSCRIPTIONS} in all`, created, ''),
    row(
      `\`GET /v1/transcriptions/{id}\`, each client every ${PAUSE_MS} ms, ${PACED} in all`,
      readPaced,
      '20',
    ),
    row(`the same without a pause, ${TRANSCRIPTIONS} in all`, read, ''),
    row(`a list of 100 of ${TRANSCRIPTIONS}, one client`, listed, '30'),
    row('from the end of a transcription to the first attempt of its webhook', webhooks, '2000'),
    '',
    'Made by `node test/bench/api.ts`.',
    '',
  ].join('\n');
  process.stdout.write(section);
  writeSection('service', section);
} finally {
  rmSync(folder, { recursive: true });
}
