/**
 * Times how soon the first text of a recording can be read: `node test/bench/first-text.ts`. The results go into
 * docs/measurements/engine.md.
 */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../src/main/engine/bench.ts';
import type { Client } from '../../src/shared/client.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { writeBaseSizeModel } from './base-size-model.ts';
import { composeHour, HOUR_MS } from './long-recording.ts';
import { writeSection } from './page.ts';

const MINUTES = [1, 10, 120];
const ROUNDS = 5;
const LOOK_EVERY_MS = 20;
const MINUTE_MS = 60_000;

/** Milliseconds from the order to the first text; the transcription is deleted then. */
async function firstText(client: Client, path: string, name: string): Promise<number> {
  const file = await client.uploadFile(await openAsBlob(path), name);
  const startedMs = performance.now();
  const { id } = await client.createTranscription({ url: file.url });
  for (;;) {
    const { partial, result } = await client.getTranscription(id, { words: false, partial: true });
    if ((partial ?? result)?.segments.length) break;
    await sleep(LOOK_EVERY_MS);
  }
  const tookMs = performance.now() - startedMs;
  await client.deleteTranscription(id);
  return tookMs;
}

const hour = composeHour(loadPool());
const folder = mkdtempSync(join(tmpdir(), 'steno-first-text-'));
const rows: string[] = [];

function fileOf(minutes: number): string {
  const path = join(folder, `${minutes}.wav`);
  const { length } = hour.samples;
  const samples = new Int16Array(Math.round((length * minutes * MINUTE_MS) / HOUR_MS));
  for (let at = 0; at < samples.length; at += length) {
    samples.set(hour.samples.subarray(0, samples.length - at), at);
  }
  writeFileSync(path, wavFile(samples));
  return path;
}

async function measure(name: string, env: Record<string, string>, lengths: readonly number[]) {
  const service = await startService(join(folder, name), env);
  try {
    // The first of all starts the engine and loads the model.
    await firstText(service.client, fileOf(1), 'warm.wav');
    for (const minutes of lengths) {
      const path = fileOf(minutes);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        times.push(await firstText(service.client, path, `${minutes} minutes.wav`));
      }
      const all = times.map((ms) => (ms / 1000).toFixed(1)).join(', ');
      rows.push(`| ${name} | ${minutes} min | ${(median(times) / 1000).toFixed(1)} s | ${all} s |`);
    }
  } finally {
    await service.stop();
  }
}

try {
  const base = join(folder, 'base.bin');
  await writeBaseSizeModel(demoModel, base);
  await measure('demo', {}, MINUTES);
  await measure('base size', { STENO_MODEL: base }, MINUTES.slice(0, 2));
  const [{ model = '' } = {}] = cpus();
  const [load = 0] = loadavg();
  const section = [
    '## The first text',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${model.trim()}, ${cpus().length} processors, load ` +
      `${load.toFixed(1)} at the end, WAV. From the order to the first passage that can be read, median of ${ROUNDS}, with the ` +
      'model loaded. The one of base size has the words of the demo model.',
    '',
    '| model | recording | first text after | each time |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Made by `node test/bench/first-text.ts`.',
    '',
  ].join('\n');
  process.stdout.write(section);
  writeSection('engine', section);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
