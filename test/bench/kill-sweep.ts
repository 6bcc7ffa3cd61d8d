/**
 * Kills the service, its children or everything at 30 random moments: `node test/bench/kill-sweep.ts [SEED]`. Every
 * transcript must equal the undisturbed one. Writes what happened into docs/measurements/faults.md; Linux only.
 */
import { isDeepStrictEqual } from 'node:util';
import { loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { type SweptJob, sweepKills } from '../helpers/faults/kill-sweep.ts';
import { writeSection } from './page.ts';

const SECTION = '## Killed at random';
const MOMENTS = 30;
const MOMENTS_A_JOB = 4;
const MAX_PAUSE_MS = 3_000;
const SENTENCES = 150;

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const composed = compose(loadPool(), clipsIn('en', SENTENCES));
const sweep = await sweepKills({
  wav: asFile(composed).bytes,
  moments: MOMENTS,
  momentsAJob: MOMENTS_A_JOB,
  seed,
  maxPauseMs: MAX_PAUSE_MS,
  onKill: ({ victim, stage, windowsDone }) =>
    process.stdout.write(`killed: ${victim}, ${stage ?? 'queued'}, ${windowsDone} windows done\n`),
});

const isSame = ({ transcription: { result, warnings } }: SweptJob) =>
  isDeepStrictEqual(
    [result?.segments, result?.structured, warnings],
    [sweep.whole.result?.segments, sweep.whole.result?.structured, sweep.whole.warnings],
  );
const kills = sweep.jobs.flatMap((job) => job.kills);
const count = (values: (string | null)[]) =>
  [...Map.groupBy(values, (value) => value ?? 'queued')]
    .map(([name, { length }]) => `${name} ${length}`)
    .join(', ');
const sum = (of: (job: SweptJob) => number) => sweep.jobs.reduce((all, job) => all + of(job), 0);
const repeated = sum((job) => job.transcribed - job.windows);
const equal = sweep.jobs.filter(isSame).length;
const section = [
  SECTION,
  '',
  `${new Date().toISOString().slice(0, 10)}, seed ${seed}: a recording of ${Math.round(composed.durationMs / 60_000)} minutes, ` +
    `the demo model, two lanes, SIGKILL at ${kills.length} random moments of ${sweep.jobs.length} transcriptions.`,
  '',
  '| | |',
  '|---|---|',
  `| killed | ${count(kills.map(({ victim }) => victim))} |`,
  `| while | ${count(kills.map(({ stage }) => stage))} |`,
  `| transcripts equal to the undisturbed one (text, times, words, structure, warnings) | ${equal} of ${sweep.jobs.length} |`,
  `| windows heard again, of ${sum((job) => job.windows)} | ${repeated}; at most one for each lane and kill is allowed, ${sum((job) => job.mayRepeat)} |`,
  '',
  'Made by `node test/bench/kill-sweep.ts`.',
  '',
].join('\n');
process.stdout.write(section);
if (equal < sweep.jobs.length) process.exitCode = 1;
else writeSection('faults', section);
