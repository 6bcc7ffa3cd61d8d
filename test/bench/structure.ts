/**
 * Times the structuring and the subtitles of long transcripts: `node test/bench/structure.ts`. Each length runs in a
 * process of its own, so that its memory is its own; the results go into docs/measurements/long-recordings.md.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { structureTranscript } from '../../src/main/structure/structure-transcript.ts';
import { buildCues } from '../../src/shared/subtitles/cues.ts';
import { SubtitleOptions } from '../../src/shared/subtitles/subtitle-options.ts';
import { longTranscript } from '../helpers/corpus/texts-long.ts';
import { durationOf } from '../helpers/corpus/texts-spoken.ts';
import { writeSection } from './page.ts';

const SECTION = '## Structuring and subtitles';
const LENGTHS = [1_000, 10_000, 100_000];
const ROUNDS = 5;

type Measured = {
  words: number;
  segments: number;
  firstMs: number;
  structureMs: number;
  subtitlesMs: number;
  megabytes: number;
};

function time(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function measure(words: number): Measured {
  const segments = longTranscript(words);
  const durationMs = durationOf(segments);
  const options = SubtitleOptions.parse({});
  const beforeKilobytes = process.resourceUsage().maxRSS;
  const structureOnce = () => time(() => structureTranscript({ segments, durationMs }));
  const firstMs = structureOnce();
  const kilobytes = process.resourceUsage().maxRSS - beforeKilobytes;
  const structure = Array.from({ length: ROUNDS }, structureOnce);
  const subtitles = Array.from({ length: ROUNDS }, () => time(() => buildCues(segments, options)));
  return {
    words,
    segments: segments.length,
    firstMs,
    structureMs: median(structure),
    subtitlesMs: median(subtitles),
    megabytes: kilobytes / 1000,
  };
}

function report(results: readonly Measured[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  return [
    SECTION,
    '',
    `${date}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, Node ${process.version}. The first run in a ` +
      `fresh process, the median of ${ROUNDS} more, and what the first adds to the process's memory at its peak.`,
    '',
    '| words | segments | structure, first, ms | structure, median, ms | subtitles, ms | memory, MB |',
    '|---|---|---|---|---|---|',
    ...results.map(
      (result) =>
        `| ${whole(result.words)} | ${whole(result.segments)} | ${whole(result.firstMs)} | ` +
        `${whole(result.structureMs)} | ${whole(result.subtitlesMs)} | ${whole(result.megabytes)} |`,
    ),
    '',
    'Made by `node test/bench/structure.ts`.',
    '',
  ].join('\n');
}

/** Puts the section in place of the one from before, or at the end. */
const only = process.argv[2];
if (only === undefined) {
  const results = LENGTHS.map((words): Measured => {
    const output = execFileSync(process.execPath, [import.meta.filename, String(words)]);
    return JSON.parse(output.toString());
  });
  const section = report(results);
  writeSection('long-recordings', section);
  process.stdout.write(section);
} else {
  process.stdout.write(JSON.stringify(measure(Number(only))));
}
