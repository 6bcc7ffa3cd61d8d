/**
 * Holds the time left that is shown against the truth, with the demo model: for one recording, and for four at once of
 * which one is longer. `node test/bench/times.ts`. The results go into docs/performance.md.
 */
import { cpus, loadavg } from 'node:os';
import type { TranscriptionSummary } from '../../src/shared/transcription/transcription.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { loadPool } from '../helpers/audio.ts';
import { asFile, clipsIn, compose } from '../helpers/recordings.ts';
import { writeSection } from './page.ts';

const SHARES = [0.2, 0.4, 0.6, 0.8];
const load = loadavg()[0] ?? 0;
const app = await startTestApp();

try {
  const rows = [
    ...(await measure('one, the first of a new data folder', [8])),
    ...(await measure('one', [8])),
    ...(await measure('four at once', [4, 4, 4, 10])),
  ];
  const section = report(rows);
  writeSection(section);
  process.stdout.write(section);
} finally {
  await app.stop();
}

type Told = { at: number; progress: number; etaMs: number | null };
type Row = { name: string; seconds: number; errors: (number | null)[] };

/** `lengths` in rounds of the same fifteen seconds or so; the last recording is the longest. */
async function measure(name: string, lengths: readonly number[]): Promise<Row[]> {
  const told = new Map<string, Told[]>();
  const over = new Map<string, number>();
  const stop = new AbortController();
  const follow = async () => {
    for await (const { event } of app.client.events(stop.signal)) {
      if (event.type === 'transcription') hear(event.transcription);
    }
  };
  const hear = ({ id, status, progress, eta_seconds }: TranscriptionSummary) => {
    const at = performance.now();
    if (status === 'completed') over.set(id, at);
    const etaMs = eta_seconds === null ? null : eta_seconds * 1000;
    told.set(id, [...(told.get(id) ?? []), { at, progress, etaMs }]);
  };
  const following = follow().catch(() => {});
  const urls = [];
  for (const [index, rounds] of lengths.entries()) urls.push(await upload(app, rounds, index));
  const ids: string[] = [];
  const startedAt = performance.now();
  for (const url of urls)
    ids.push((await app.client.createTranscription({ url, speaker_recognition: true })).id);
  while (over.size < ids.length) await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort();
  await following;
  return ids.map((id, index) => {
    const end = over.get(id) ?? 0;
    const points = told.get(id) ?? [];
    const wall = end - startedAt;
    return {
      name: lengths.length === 1 ? name : `${name}: ${index + 1} of ${lengths.length}`,
      seconds: wall / 1000,
      errors: SHARES.map((share) => errorAt(points, startedAt + wall * share, end)),
    };
  });
}

/** How far what was shown at a moment was from the truth, as a part of the truth; null where nothing was claimed. */
function errorAt(points: readonly Told[], moment: number, end: number): number | null {
  const shown = points.findLast(({ at }) => at <= moment);
  if (!shown || shown.etaMs === null) return null;
  const truth = end - moment;
  return (shown.etaMs - truth) / truth;
}

async function upload({ client }: TestApp, rounds: number, index: number): Promise<string> {
  const pool = loadPool();
  const clips = clipsIn('en', 5 + index);
  const { bytes } = asFile(compose(pool, Array.from({ length: rounds }, () => clips).flat()));
  return (await client.uploadFile(new Blob([new Uint8Array(bytes)]), `Bench ${index}.wav`)).url;
}

function report(rows: readonly Row[]): string {
  const cell = (error: number | null) =>
    error === null ? 'none' : `${error > 0 ? '+' : ''}${Math.round(error * 100)}%`;
  return `## Times left

${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${load.toFixed(1)} before. The demo model with speakers. How far
the time left that is shown is from the truth after 20, 40, 60 and 80% of the time from submitting to the end.

| | took, s | 20% | 40% | 60% | 80% |
|---|---|---|---|---|---|
${rows.map(({ name, seconds, errors }) => `| ${name} | ${seconds.toFixed(0)} | ${errors.map(cell).join(' | ')} |`).join('\n')}

Made by \`node test/bench/times.ts\`.
`;
}
