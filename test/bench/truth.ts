/** Holds a long transcript against what was truly said, hour by hour. */
import type { TranscriptSegment } from '../../src/shared/transcription/transcription.ts';
import { normalizeWords, wordErrorRate } from '../helpers/corpus/wer.ts';

export type Sentence = { startMs: number; endMs: number; text: string };
type TranscribedWord = TranscriptSegment['words'][number];

/** How far words begin and end from the truth, in milliseconds. */
type HourOfTimes = { hour: number; median: number; p95: number; meanShift: number };

const HOUR_MS = 3_600_000;
/** Alignment grows with the square of the words: a minute or so at a time is exact enough and quick. */
const SENTENCES_A_PIECE = 20;

export function wordErrors(truth: string, heard: string): { errors: number; words: number } {
  const words = normalizeWords(truth).length;
  return { errors: wordErrorRate(truth, heard) * words, words };
}

export function measureHours(
  sentences: readonly Sentence[],
  segments: readonly TranscriptSegment[],
): { errorRate: number; hours: HourOfTimes[] } {
  const transcribed = wordsPerSentence(
    sentences,
    segments.flatMap(({ words }) => words),
  );
  let errors = 0;
  let words = 0;
  for (let at = 0; at < sentences.length; at += SENTENCES_A_PIECE) {
    const truth = sentences.slice(at, at + SENTENCES_A_PIECE).map(({ text }) => text);
    const got = transcribed.slice(at, at + SENTENCES_A_PIECE).flat();
    const piece = wordErrors(truth.join(' '), got.map(({ text }) => text).join(' '));
    errors += piece.errors;
    words += piece.words;
  }
  const shifts = Map.groupBy(
    sentences.flatMap((sentence, index) => shiftsOf(sentence, transcribed[index] ?? [])),
    ({ hour }) => hour,
  );
  return {
    errorRate: errors / words,
    hours: [...shifts].map(([hour, all]) =>
      summary(
        hour,
        all.map(({ ms }) => ms),
      ),
    ),
  };
}

/** A word belongs to the sentence in or nearest to which its middle lies. */
function wordsPerSentence(
  sentences: readonly Sentence[],
  words: readonly TranscribedWord[],
): TranscribedWord[][] {
  const transcribed: TranscribedWord[][] = sentences.map(() => []);
  let at = 0;
  for (const word of words) {
    const middle = ((word.start + word.end) / 2) * 1000;
    for (;;) {
      const [own, next] = [sentences[at], sentences[at + 1]];
      if (!own || !next || middle < (own.endMs + next.startMs) / 2) break;
      at++;
    }
    transcribed[at]?.push(word);
  }
  return transcribed;
}

function shiftsOf(
  { startMs, endMs }: Sentence,
  words: readonly TranscribedWord[],
): { hour: number; ms: number }[] {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return [];
  const hour = Math.floor(startMs / HOUR_MS) + 1;
  return [
    { hour, ms: first.start * 1000 - startMs },
    { hour, ms: last.end * 1000 - endMs },
  ];
}

function summary(hour: number, shifts: readonly number[]): HourOfTimes {
  const errors = shifts.map(Math.abs).sort((a, b) => a - b);
  const at = (share: number) => errors[Math.floor(share * (errors.length - 1))] ?? 0;
  const meanShift = shifts.reduce((sum, ms) => sum + ms, 0) / shifts.length;
  return { hour, median: at(0.5), p95: at(0.95), meanShift };
}

export function hourTable(hours: readonly HourOfTimes[]): string {
  return [
    '| hour | words off by, median, ms | P95, ms (aim 300) | mean shift, ms: no drift |',
    '|---|---|---|---|',
    ...hours.map(
      ({ hour, median, p95, meanShift }) =>
        `| ${hour} | ${median.toFixed(0)} | ${p95.toFixed(0)} | ${meanShift.toFixed(0)} |`,
    ),
  ].join('\n');
}
