/**
 * Holds the time left that is claimed against what it then took: `node test/bench/times-left.ts`. One recording on a
 * machine that has transcribed nothing yet, the same once more, and four at once of which each is shorter than the one
 * before. Writes the errors at 20, 40, 60 and 80 % of each job's time into docs/measurements/long-recordings.md.
 */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/shared/client.ts';
import { loadPool, wavFile } from '../helpers/corpus/audio.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { composeHour, HOUR_MS } from './long-recording.ts';
import { writeSection } from './page.ts';

const LOOK_EVERY_MS = 200;
const AT = [0.2, 0.4, 0.6, 0.8] as const;
const ONE = [15];
const FOUR = [15, 12, 9, 6];
const MINUTE_MS = 60_000;

type Seen = { atMs: number; etaMs: number | null };
type Job = { minutes: number; startedMs: number; endedMs: number; seen: Seen[] };

const hour = composeHour(loadPool());

/** Transcribes recordings of so many minutes at once, and keeps what each claimed all along. */
async function watch(client: Client, folder: string, lengths: readonly number[]): Promise<Job[]> {
  const jobs = new Map<string, Job>();
  for (const minutes of lengths) {
    const path = join(folder, `${minutes}.wav`);
    const samples = Math.round((hour.samples.length * minutes * MINUTE_MS) / HOUR_MS);
    writeFileSync(path, wavFile(hour.samples.subarray(0, samples)));
    const file = await client.uploadFile(await openAsBlob(path), `${minutes} minutes.wav`);
    const { id } = await client.createTranscription({ url: file.url });
    jobs.set(id, { minutes, startedMs: performance.now(), endedMs: 0, seen: [] });
  }
  while ([...jobs.values()].some(({ endedMs }) => endedMs === 0)) {
    const { data } = await client.listTranscriptions();
    const atMs = performance.now();
    for (const { id, status, eta_seconds: eta, error } of data) {
      const job = jobs.get(id);
      if (!job || job.endedMs > 0) continue;
      if (status === 'failed') throw new Error(`It failed: ${error?.code}`);
      if (status === 'completed') job.endedMs = atMs;
      else job.seen.push({ atMs, etaMs: eta === null ? null : eta * 1000 });
    }
    await sleep(LOOK_EVERY_MS);
  }
  return [...jobs.values()];
}

/** How far the claim at this share of a job's time was off, in parts of what was truly left; null without a claim. */
function errorAt({ startedMs, endedMs, seen }: Job, share: number): number | null {
  const momentMs = startedMs + share * (endedMs - startedMs);
  const claimed = seen.findLast(({ atMs }) => atMs <= momentMs)?.etaMs ?? null;
  const leftMs = endedMs - momentMs;
  return claimed === null ? null : (claimed - leftMs) / leftMs;
}

function rows(title: string, jobs: readonly Job[]): string[] {
  return jobs.map((job) => {
    const errors = AT.map((share) => {
      const error = errorAt(job, share);
      return error === null ? '–' : `${error < 0 ? '−' : '+'}${Math.abs(error * 100).toFixed(0)} %`;
    });
    const tookS = ((job.endedMs - job.startedMs) / 1000).toFixed(0);
    const [load = 0] = loadavg();
    return `| ${title} | ${job.minutes} min | ${load.toFixed(1)} | ${tookS} s | ${errors.join(' | ')} |`;
  });
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
const service = await startService(join(folder, 'data'), { STENO_LANES: '2', STENO_THREADS: '1' });
try {
  const [load = 0] = loadavg();
  const first = rows('the first ever', await watch(service.client, folder, ONE));
  const again = rows('one more', await watch(service.client, folder, ONE));
  const four = rows('four at once', await watch(service.client, folder, FOUR));
  const section = [
    '## The time left',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${load.toFixed(1)} ` +
      'before the start, the demo model, two lanes of one thread. How far the time left that a job claims is off, in parts ' +
      'of what was truly left, at a share of its time from its order to its end; the aim is 25 % from a fifth on.',
    '',
    '| | recording | load | took | at 20 % | at 40 % | at 60 % | at 80 % |',
    '|---|---|---|---|---|---|---|---|',
    ...[...first, ...again, ...four],
    '',
    'Made by `node test/bench/times-left.ts`. Where the same recording takes much longer one time than the other, the figures',
    'say how busy the machine was with other work, which nobody knows beforehand; the time left follows with the next passages',
    'that are heard. `test/unit/queue/times-left.test.ts` holds the aim for one and for four on a machine that nothing disturbs.',
    '',
  ].join('\n');
  process.stdout.write(section);
  if (!process.argv.includes('--dry')) writeSection('long-recordings', section);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}
