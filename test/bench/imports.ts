/**
 * What everybody else waits for while a transcript is read: `node test/bench/imports.ts [MEGABYTES…]`. Hostile
 * transcripts and honest ones are given with a recording, one after the other; meanwhile `/health/live` and a list are
 * asked for every 20 ms, whether the last answer has come or not. Writes into docs/measurements/service.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../src/shared/client.ts';
import { MAX_TRANSCRIPT_BYTES } from '../../src/shared/imports/given-transcript.ts';
import { isTerminal } from '../../src/shared/transcription/job-state.ts';
import { HOSTILE_SHAPES, honestSrt } from '../helpers/corpus/hostile-transcripts.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { writeSection } from './page.ts';

const sizes = process.argv.slice(2).map(Number);
const EVERY_MS = 20;
const LEAST_MS = 500;
const BASELINE_MS = 10_000;
const HOUR_MS = 3_600_000;
const MB = 1024 ** 2;
type Probe = { live: number[]; list: number[] };
type Row = Probe & { name: string; bytes: number; outcome: string; ms: number };

const folder = mkdtempSync(join(tmpdir(), 'steno-imports-'));
const recording = join(folder, 'hour.mp3');
const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', String(HOUR_MS / 1000)];
execFileSync('ffmpeg', ['-loglevel', 'error', ...silence, '-b:a', '8k', recording]);
const service = await startService(join(folder, 'data'));
const { client } = service;

/** Asks every 20 ms until `until` settles, and at least for a while. */
async function probing<Result>(
  probe: Probe,
  leastMs: number,
  until: () => Promise<Result>,
): Promise<Result> {
  const waiting: Promise<void>[] = [];
  const ask = async (times: number[], question: () => Promise<unknown>) => {
    const from = performance.now();
    await question();
    times.push(performance.now() - from);
  };
  let done = false;
  const work = until().finally(() => {
    done = true;
  });
  for (const from = performance.now(); !done || performance.now() - from < leastMs; ) {
    const live = () => fetch(new URL('/health/live', service.url)).then((r) => r.text());
    waiting.push(
      ask(probe.live, live),
      ask(probe.list, () => client.listTranscriptions({ limit: 20 })),
    );
    await sleep(EVERY_MS);
  }
  await Promise.all(waiting);
  return work;
}

async function give(name: string, text: string): Promise<Row> {
  const bytes = new TextEncoder().encode(text);
  const transcript = (await client.uploadFile(new Blob([bytes]), 'x.srt')).url;
  const { url } = await client.uploadFile(await openAsBlob(recording), 'hour.mp3');
  const row: Row = { name, bytes: bytes.length, outcome: '', ms: 0, live: [], list: [] };
  const from = performance.now();
  let made: string | null = null;
  row.outcome = await probing(row, LEAST_MS, async () => {
    try {
      const { id } = await client.createTranscription({ url, transcript, reuse: false });
      made = id;
      for (;;) {
        const { status, error } = await client.getTranscription(id, { words: false });
        if (isTerminal(status)) return error?.code ?? status;
        await sleep(50);
      }
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    } finally {
      row.ms = performance.now() - from;
    }
  });
  if (made !== null) await client.deleteTranscription(made);
  return row;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;
const shown = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0);
const figures = ({ live, list }: Probe) =>
  [live, list].map((times) => [0.5, 0.99, 1].map((share) => shown(at(times, share))).join(', '));
const line = (row: Row) =>
  `| ${row.name.replaceAll('|', '\\|')} | ${(row.bytes / MB).toFixed(2)} | ${row.outcome} | ${shown(row.ms)} | ${figures(row).join(' | ')} |`;

const vtt = (count: number, text: string) =>
  `WEBVTT\n\n${Array.from({ length: count }, (_, n) => `${new Date(n * 100).toISOString().slice(11, 23)} --> ${new Date(n * 100 + 100).toISOString().slice(11, 23)}\n${text}\n`).join('')}`;
const srt = (count: number) => `1\n00:00:00,000 --> 00:00:01,000\n${'<v.'.repeat(count)}\n`;
const NAMED: readonly (readonly [string, string])[] = [
  ['SRT, one cue of `<v.` × 40,000', srt(40_000)],
  ['SRT, one cue of `<v.` × 80,000', srt(80_000)],
  ['WebVTT, 4,000 cues without blank lines', vtt(4_000, 'Yes.')],
  ['WebVTT, 14,000 cues without blank lines', vtt(14_000, 'Yes.')],
  ['WebVTT, 3,000 cues of long lines', vtt(3_000, 'Yes. '.repeat(300))],
  ['SRT, honest, 25 MB', honestSrt(25_000_000, 14)],
  ['SRT, honest, as much as is taken', honestSrt(1_400_000, 180)],
  ['JSON, `[` × 5,000,000', `{"a":${'['.repeat(5_000_000)}`],
];

const baseline: Probe = { live: [], list: [] };
await probing(baseline, BASELINE_MS, async () => {});
const rows: Row[] = [];
const all = [
  ...NAMED.map(([name, text]) => [name, () => text] as const),
  ...sizes.flatMap((size) =>
    HOSTILE_SHAPES.map(({ name, make }) => [name, () => sized(make, size)] as const),
  ),
];
for (const [name, text] of all) {
  rows.push(await give(name, text()));
  const [last] = rows.slice(-1);
  if (last) console.log(line(last));
}
await service.stop();
rmSync(folder, { recursive: true });

function sized(make: (characters: number) => string, size: number): string {
  const text = make(size * MB);
  const bytes = Buffer.byteLength(text);
  return bytes <= MAX_TRANSCRIPT_BYTES
    ? text
    : make(Math.floor((size * MB * MAX_TRANSCRIPT_BYTES) / bytes) - 1_000);
}

const kin = rows.slice(NAMED.length);
const together: Probe = {
  live: kin.flatMap(({ live }) => live),
  list: kin.flatMap(({ list }) => list),
};
const slowest = kin.toSorted((a, b) => at(b.live, 0.99) - at(a.live, 0.99))[0];
const head =
  '| transcript | MB | outcome | ms | `/health/live`: median, P99, most, ms | list, the same |\n|---|---|---|---|---|---|';
const [baseLive, baseList] = figures(baseline);
const [kinLive, kinList] = figures(together);
writeSection(
  'service',
  `## While a transcript is read

${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} processors, with a load of ${loadavg()[0]?.toFixed(1)} at the end, other
work included. A transcript is given with a silent hour; until it is refused or its transcription has ended, \`/health/live\` and a list are asked
for every ${EVERY_MS} ms, whether the last answer has come or not.

${head}
| none, for ${BASELINE_MS / 1000} s | | | | ${baseLive} | ${baseList} |
${rows.slice(0, NAMED.length).map(line).join('\n')}
${kin.length > 0 ? `| ${kin.length} hostile ones of ${sizes.join(', ')} MB together | | | | ${kinLive} | ${kinList} |\n` : ''}${slowest ? `${line(slowest).replace('| ', '| of them, the worst P99: ')}\n` : ''}
Made by \`node test/bench/imports.ts${sizes.map((size) => ` ${size}`).join('')}\`.
`,
);
