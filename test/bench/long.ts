/**
 * Transcribes one long recording of known sentences: `node test/bench/long.ts [HOURS]`. Measures memory, word times and
 * words hour by hour, and the time outside the engine, and writes them into docs/measurements/long-recordings.md; Linux only.
 */
import { mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachLane } from '../../src/main/queue/windows/for-each-lane.ts';
import type { Transcription } from '../../src/shared/transcription/transcription.ts';
import { bytesOfS16, type Composed, loadPool, wavHeader } from '../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { connect, finished } from '../helpers/harness/app.ts';
import { residentBytes, watchMemory } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { composeHour } from './long-recording.ts';
import { writeSection } from './page.ts';
import { hourTable, measureHours, type Sentence, wordErrors } from './truth.ts';

const hours = Number(process.argv[2] ?? 1);
const pool = loadPool();
const clips = clipsIn('en', 1000);
const MB = 1_000_000;
/** The progress at which the last window was transcribed, about. */
const TRANSCRIBED = 0.96;

/** The hour as many times as asked for, written piece by piece. */
async function writeRecording(path: string, hour: Composed): Promise<Sentence[]> {
  await using file = await open(path, 'w');
  const bytes = bytesOfS16(hour.samples);
  await file.write(wavHeader(bytes.length * hours));
  const sentences: Sentence[] = [];
  for (let at = 0; at < hours; at++) {
    await file.write(bytes);
    const offset = at * hour.durationMs;
    for (const { startMs, endMs, text } of hour.truth) {
      sentences.push({ startMs: startMs + offset, endMs: endMs + offset, text });
    }
  }
  return sentences;
}

/** Every sentence transcribed alone by the same engine: what no window can cut. */
async function transcribeAlone(): Promise<number> {
  const engine = await openEngine({ modelPath: demoModel, lanes: 2, threads: 1 });
  const counts: { errors: number; words: number }[] = [];
  await forEachLane(
    clips,
    () => engine.info.lanes,
    async (clip) => {
      const { samples, truth } = compose(pool, [clip]);
      const { segments } = await engine.transcribe(bytesOfS16(samples), { language: 'en' });
      counts.push(wordErrors(truth[0]?.text ?? '', segments.map(({ text }) => text).join(' ')));
    },
  );
  await engine.close();
  const sum = (of: 'errors' | 'words') => counts.reduce((all, one) => all + one[of], 0);
  return sum('errors') / sum('words');
}

type Run = {
  done: Transcription;
  wallMs: number;
  peakBytes: number;
  /** Of the service itself, at the end of every hour of the recording. */
  hourlyBytes: number[];
};

async function transcribeLong(folder: string, recording: string): Promise<Run> {
  const service = await startService(join(folder, 'data'), {
    STENO_LANES: '2',
    STENO_THREADS: '1',
  });
  const client = await connect(join(folder, 'data'));
  const memory = watchMemory(service.pid);
  const hourlyBytes: number[] = [];
  const watching = setInterval(async () => {
    const { data } = await client.listTranscriptions();
    const progress = data[0]?.stage === 'transcribing' ? data[0].progress : 0;
    // Transcribing ends a little before 1; the last hour is read when all is done.
    const passed = Math.min(hours - 1, Math.floor((progress / TRANSCRIBED) * hours));
    while (hourlyBytes.length < passed) hourlyBytes.push(residentBytes(service.pid));
  }, 2_000);
  const file = await client.uploadFile(await openAsBlob(recording), 'long.wav');
  const startedAt = performance.now();
  const { id } = await client.createTranscription({ url: file.url });
  await finished(client, id);
  const wallMs = performance.now() - startedAt;
  clearInterval(watching);
  memory.stop();
  hourlyBytes.push(residentBytes(service.pid));
  const done = await client.getTranscription(id);
  await service.stop();
  return { done, wallMs, peakBytes: memory.peakBytes(), hourlyBytes };
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
try {
  const [load = 0] = loadavg();
  const recording = join(folder, 'long.wav');
  const sentences = await writeRecording(recording, composeHour(pool));
  const alone = await transcribeAlone();
  const { done, wallMs, peakBytes, hourlyBytes } = await transcribeLong(folder, recording);
  if (done.status !== 'completed') throw new Error(`It failed: ${done.error?.code}`);
  const measured = measureHours(sentences, done.result?.segments ?? []);
  const durationMs = (done.duration_seconds ?? 0) * 1000;
  const beyond = (peakBytes - statSync(demoModel).size) / MB;
  const section = [
    `## A recording of ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${load.toFixed(1)} ` +
      'before the start, the demo model, two lanes of one thread. Sentences of `test/fixtures` with pauses of 0.4 s; a ' +
      "sentence's first and last word are held against where it truly begins and ends.",
    '',
    '| | measured | aim |',
    '|---|---|---|',
    `| wall time | ${(wallMs / 60_000).toFixed(1)} min, ${(durationMs / wallMs).toFixed(0)}× real time | |`,
    `| peak memory of all processes together, beyond the model | ${beyond.toFixed(0)} MB | 1200 MB |`,
    `| service alone, at the end of each hour | ${hourlyBytes.map((bytes) => (bytes / MB).toFixed(0)).join(', ')} MB | 300 MB, flat within 20 MB |`,
    `| word error rate, sentences heard one by one | ${(alone * 100).toFixed(2)}% | |`,
    `| word error rate, the recording | ${(measured.errorRate * 100).toFixed(2)}% | within 0.5 points |`,
    '',
    hourTable(measured.hours),
    '',
    `Made by \`node test/bench/long.ts ${hours}\`.`,
    '',
  ].join('\n');
  process.stdout.write(section);
  writeSection('long-recordings', section);
} finally {
  rmSync(folder, { recursive: true });
}
