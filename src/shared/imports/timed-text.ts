/** A text that is tied to the recording at some points, as transcripts of oTranscribe and REFI-QDA are. */
import type { TimeSpan } from '../time.ts';
import { type GivenCue, toCues, type VoicePiece } from './given-cue.ts';
import {
  type GivenSegment,
  type GivenTranscript,
  type Limits,
  wrongTimes,
} from './given-transcript.ts';
import { withNames } from './names-in-text.ts';

/** `at` is a place in the text. */
export type TimePoint = { at: number; ms: number };

/** So long a letter takes where nothing says when a text ends: people say about 15 in a second. */
const LETTER_MS = 65;
const LEAST_MS = 1_000;
/** A name at the beginning of a paragraph. It is one without doubt: no text has such a tab. */
const NAME = /^([^\t]{1,200}?)[:\uff1a]\t/;

/**
 * What stands between two points is said between their times; several paragraphs share it by their length. `line` is
 * the first one of the text. @throws transcript_times, transcript_too_large
 */
export function readTimedText(
  text: string,
  points: readonly TimePoint[],
  limits: Limits,
): Pick<GivenTranscript, 'segments' | 'guessedFromMs'> {
  const ordered = points.toSorted((one, other) => one.at - other.at || one.ms - other.ms);
  const [first] = ordered;
  if (first && text.slice(0, first.at).trim() !== '') ordered.unshift({ at: 0, ms: 0 });
  const ends = endsOf(ordered, text);
  const cues: GivenCue[] = [];
  let [line, counted] = [1, 0];
  for (const [at, { at: from, ms: startMs }] of ordered.entries()) {
    for (; counted < from; counted++) if (text[counted] === '\n') line++;
    const said = text.slice(from, ordered[at + 1]?.at ?? text.length);
    if (said.trim() === '') continue;
    const span: TimeSpan & { line: number } = { startMs, endMs: ends[at] ?? startMs, line };
    const pieces = said.split('\n').map(toVoice);
    for (const cue of toCues(span, pieces, limits)) cues.push(cue);
  }
  const last = ordered.at(-1);
  const isOpen = last !== undefined && text.slice(last.at).trim() !== '';
  const hasNames = cues.some(({ speaker }) => speaker !== null);
  return {
    segments: toSegments(hasNames ? cues : withNames(cues, limits)),
    ...(isOpen && { guessedFromMs: last.ms }),
  };
}

function toVoice(paragraph: string): VoicePiece {
  const name = NAME.exec(paragraph);
  return { speaker: name?.[1] ?? null, text: paragraph.slice(name?.[0].length ?? 0) };
}

/** When what follows each point ends: at the next later time. @throws transcript_times for one that goes back */
function endsOf(points: readonly TimePoint[], text: string): number[] {
  const ends: number[] = [];
  const last = points.at(-1);
  const letters = last ? text.length - last.at : 0;
  let [nextMs, laterMs] = [(last?.ms ?? 0) + Math.max(LEAST_MS, letters * LETTER_MS), 0];
  for (const { ms } of points.toReversed()) {
    if (ms > nextMs) {
      throw wrongTimes(
        `The transcript goes back in time: ${toClock(ms)} comes before ${toClock(nextMs)}.`,
      );
    }
    if (ms < nextMs) laterMs = nextMs;
    ends.push(laterMs);
    nextMs = ms;
  }
  return ends.toReversed();
}

const toClock = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

/** Unnamed paragraphs are the last speaker's. */
function toSegments(cues: readonly GivenCue[]): GivenSegment[] {
  let last: string | null = null;
  return cues.map(({ startMs, endMs, text, speaker }) => {
    last = speaker ?? last;
    const pieces = [{ startMs, endMs, text, words: null }];
    return { startMs, endMs, text, speaker: last, language: null, pieces };
  });
}
