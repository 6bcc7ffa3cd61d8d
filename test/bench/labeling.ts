/**
 * What labeling five minutes of speech costs: `node test/bench/labeling.ts [ROUNDS]`. First where the processor time
 * goes, part by part on one thread; then whole jobs with a model of base size and two lanes, as often as told. Prints;
 * the figures go into docs/measurements/speakers.md by hand, because earlier versions are run in turn with this one.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { findSpeech } from '../../src/main/engine/speech/find-speech.ts';
import { labelRecording } from '../../src/main/speakers/label-recording.ts';
import { neuralEmbeddings } from '../../src/main/speakers/neural/neural-embeddings.ts';
import { createHiss, NEURAL_WINDOW_MS } from '../../src/main/speakers/neural/window-embedder.ts';
import { openSamples } from '../../src/main/speakers/samples.ts';
import { createWindowSound } from '../../src/main/speakers/sound/window-sound.ts';
import { cutVoiceWindows } from '../../src/main/speakers/voice-embeddings.ts';
import { bytesOfS16, loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { processorSeconds } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { writeBaseSizeModel } from './base-size-model.ts';

const LENGTH_MS = 5 * 60_000;
const PAUSE_MS = 400;
const LOOK_EVERY_MS = 20;
const rounds = Number(process.argv[2] ?? 5);
const speakerModel = join(import.meta.dirname, '../../resources/models/speaker.onnx');

/** English sentences with short pauses until the time is up. */
function fiveMinutes() {
  const clips = clipsIn('en', 1000);
  let lengthMs = 0;
  const fitting = [...clips, ...clips, ...clips].filter((clip) => {
    lengthMs += (clip.end - clip.start) * 1000 + 100 + PAUSE_MS;
    return lengthMs < LENGTH_MS;
  });
  return compose(loadPool(), fitting, [PAUSE_MS]);
}

type Part = { name: string; processorMs: number };

async function timed<Result>(parts: Part[], name: string, work: () => Result | Promise<Result>) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  parts.push({ name, processorMs: (user + system) / 1000 });
  return result;
}

/** The parts as src/main/speakers does them, each over all windows. */
async function measureParts(path: string): Promise<Part[]> {
  const parts: Part[] = [];
  const { regions } = await findSpeech({ path, signal: new AbortController().signal }, null);
  const windows = cutVoiceWindows(regions, NEURAL_WINDOW_MS);
  const { SpeakerEmbeddingExtractor } = createRequire(import.meta.url)('sherpa-onnx-node');
  const extractor = await timed(
    parts,
    'opening the model',
    () => new SpeakerEmbeddingExtractor({ model: speakerModel, numThreads: 1, debug: false }),
  );
  using samples = openSamples(path);
  const sounds = await timed(parts, 'reading', () => windows.map(samples.read));
  const addHiss = createHiss(16 * NEURAL_WINDOW_MS);
  const hissing = await timed(parts, 'hiss', () => sounds.map(addHiss));
  for (const speed of [0.9, 1.1]) {
    const streams = await timed(parts, `resampling and mel at ${speed}`, () =>
      hissing.map((window) => {
        const stream = extractor.createStream();
        stream.acceptWaveform({ sampleRate: Math.round(16_000 * speed), samples: window });
        stream.inputFinished();
        return stream;
      }),
    );
    await timed(parts, `network at ${speed}`, () => {
      for (const stream of streams) extractor.compute(stream, false);
    });
  }
  await timed(parts, 'pitch and cepstra', () => sounds.map(createWindowSound()));
  const embeddings = await timed(parts, 'all of it, as a job does', () =>
    neuralEmbeddings({ path, model: speakerModel }, windows, () => {}),
  );
  await timed(parts, 'grouping and turns', () => {
    const source = { kind: 'embeddings', embeddings } as const;
    return labelRecording({ regions, expected: null, source }, () => {});
  });
  parts.push({ name: `(windows: ${windows.length})`, processorMs: 0 });
  return parts;
}

type Job = { wallS: number; afterWordsS: number; processorS: number; labels: string };

async function runJob(dataDir: string, model: string, recording: string): Promise<Job> {
  const service = await startService(dataDir, {
    STENO_MODEL: model,
    STENO_LANES: '2',
    STENO_THREADS: '1',
  });
  const { client, pid } = service;
  const file = await client.uploadFile(await openAsBlob(recording), 'recording.wav');
  const before = processorSeconds(pid);
  const startedAt = performance.now();
  const { id } = await client.createTranscription({ url: file.url, language: 'en' });
  const afterWordsS = await lastWordToEnd(dataDir, id);
  const wallS = (performance.now() - startedAt) / 1000;
  const processorS = processorSeconds(pid) - before;
  const { result } = await client.getTranscription(id);
  const labeled = result?.segments.map(({ id: _id, ...segment }) => segment);
  await service.stop();
  const labels = createHash('sha256').update(JSON.stringify(labeled)).digest('hex').slice(0, 12);
  return { wallS, afterWordsS, processorS, labels };
}

/** Read from the database, so that asking costs the service nothing. */
async function lastWordToEnd(dataDir: string, id: string): Promise<number> {
  const db = new BetterSqlite(join(dataDir, 'steno.db'), { readonly: true });
  const query = db.prepare<[string], { status: string; stage: string | null }>(
    'SELECT status, stage FROM transcriptions WHERE id = ?',
  );
  for (let lastWordAt: number | null = null; ; await sleep(LOOK_EVERY_MS)) {
    const { status, stage } = query.get(id) ?? { status: 'failed', stage: null };
    if (status === 'failed') throw new Error('The job failed.');
    if (stage === 'labeling') lastWordAt ??= performance.now();
    if (status !== 'completed') continue;
    db.close();
    return (performance.now() - (lastWordAt ?? 0)) / 1000;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
try {
  const composed = fiveMinutes();
  const samples = join(folder, 'audio.s16');
  writeFileSync(samples, bytesOfS16(composed.samples));
  for (const { name, processorMs } of await measureParts(samples))
    process.stdout.write(`${name}: ${processorMs.toFixed(0)} ms\n`);
  const model = join(folder, 'base.bin');
  await writeBaseSizeModel(demoModel, model);
  const recording = join(folder, 'recording.wav');
  writeFileSync(recording, asFile(composed).bytes);
  for (let round = 0; round < rounds; round++) {
    const [load = 0] = loadavg();
    const job = await runJob(join(folder, `data-${round}`), model, recording);
    process.stdout.write(
      `whole job ${job.wallS.toFixed(1)} s, from the last word ${job.afterWordsS.toFixed(2)} s, ` +
        `processor ${job.processorS.toFixed(1)} s, load ${load.toFixed(1)}, text and speakers ${job.labels}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
