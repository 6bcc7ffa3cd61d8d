/**
 * Finishes a recording of ten hours of which every window has been transcribed: `node test/bench/long-end.ts`. Watches
 * the memory of every process while speakers are told apart, the text is structured, stored, sent to a webhook, opened
 * and exported, and writes it into docs/measurements/long-recordings.md; Linux only.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitForAll } from '../../src/main/cli/commands/transcribe-command.ts';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { ExportFormat } from '../../src/shared/exports/export-options.ts';
import type { Segment } from '../../src/shared/transcription/transcript.ts';
import { bytesOfS16 } from '../helpers/corpus/audio.ts';
import { storeSegments } from '../helpers/corpus/stored-transcripts.ts';
import { longTranscript } from '../helpers/corpus/texts-long.ts';
import { durationOf } from '../helpers/corpus/texts-spoken.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { startReceiver } from '../helpers/servers/webhook-receiver.ts';
import { composeHour, HOUR_MS } from './long-recording.ts';
import { writeSection } from './page.ts';
import { type StageMemory, watchStages } from './stage-memory.ts';

const HOURS = 10;
const WORDS = 100_000;
const WINDOW_MS = 28_000;
const MB = 1_000_000;

/** Prose of so many words, spoken in ten hours. */
function tenHoursOfText(): Segment[] {
  const segments = longTranscript(WORDS);
  const pace = (HOURS * HOUR_MS) / durationOf(segments);
  const at = <Span extends { startMs: number; endMs: number }>(span: Span): Span => ({
    ...span,
    startMs: Math.round(span.startMs * pace),
    endMs: Math.round(span.endMs * pace),
  });
  return segments.map((segment) => ({ ...at(segment), words: segment.words.map(at) }));
}

/** The job as the last window leaves it: the samples on disk, every window's words in the database. */
async function prepare(dataDir: string, webhookUrl: string): Promise<string> {
  const segments = tenHoursOfText();
  const byWindow = Map.groupBy(segments, ({ startMs }) => Math.floor(startMs / WINDOW_MS));
  const { db, close } = openDatabase(dataDir);
  const id = await storeSegments(db, {
    title: 'Ten hours',
    windows: [...byWindow.values()].map((spoken) =>
      spoken.map((segment) => ({ ...segment, speaker: 'Speaker 1' })),
    ),
    structured: null,
    finished: false,
    options: { structure: true, webhook_url: webhookUrl },
    facts: { durationMs: HOURS * HOUR_MS, language: 'en' },
    speech: segments,
  });
  await close();
  mkdirSync(join(dataDir, 'work', id), { recursive: true });
  await using audio = await open(join(dataDir, 'work', id, 'audio.s16'), 'w');
  const hour = bytesOfS16(composeHour().samples);
  for (let at = 0; at < HOURS; at++) await audio.write(hour);
  return id;
}

async function run(dataDir: string): Promise<StageMemory[]> {
  const receiver = await startReceiver(null);
  const id = await prepare(dataDir, receiver.url);
  const service = await startService(dataDir);
  const watch = watchStages(service.pid, dataDir, id);
  try {
    await waitForAll(service.client, [id], () => {}, new AbortController().signal);
    while (receiver.received.length === 0) await sleep(10);
    watch.enter('opened');
    const { status, error } = await service.client.getTranscription(id);
    if (status !== 'completed') throw new Error(`It failed: ${error?.code}`);
    for (const format of ExportFormat.options) {
      watch.enter(`exported as ${format}`);
      await service.client.exportTranscription(id, { format });
    }
    return watch.stop();
  } finally {
    await service.stop();
    await receiver.close();
  }
}

function report(stages: readonly StageMemory[], load: number): string {
  const rows = stages.map(({ stage, allBytes, serviceBytes, childrenBytes, ...took }) => {
    const mb = [allBytes, serviceBytes, childrenBytes].map((bytes) => (bytes / MB).toFixed(0));
    return `| ${stage} | ${(took.wallMs / 1000).toFixed(1)} s | ${took.processorSeconds.toFixed(1)} s | ${mb.map((size) => `${size} MB`).join(' | ')} |`;
  });
  return [
    `## The end of a recording of ${HOURS} hours`,
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${load.toFixed(1)} ` +
      `before the start. ${WORDS.toLocaleString('en')} words, all windows heard; sampled every tenth of a second. The aims ` +
      'are 1200 MB for all processes, 300 MB for the service and 4 minutes and 500 MB for telling speakers apart.',
    '',
    '| stage | takes | of the processor | all processes, at most | service | its children |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    'Made by `node test/bench/long-end.ts`.',
    '',
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
try {
  const [load = 0] = loadavg();
  const section = report(await run(folder), load);
  process.stdout.write(section);
  writeSection('long-recordings', section);
} finally {
  rmSync(folder, { recursive: true });
}
