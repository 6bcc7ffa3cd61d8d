import { commonMs, type TimeSpan } from '../../../shared/time.ts';
import type { Segment, Word } from '../../../shared/transcription/transcript.ts';
import type { Turn } from '../voice-embeddings.ts';

/** The part of a segment that one speaker says. `speaker` counts from 0 in order of the first words. */
type SpokenPart = { words: Word[]; speaker: number };

/** Word times are less accurate than turns. */
const SLACK_MS = 60;
const ISLAND_WORDS = 2;
const ISLAND_MS = 600;
const PAUSE_MS = 300;
/** How many words a speaker change may move to reach the end of a sentence or a pause. */
const REACH_WORDS = 2;
/** Within a sentence a change needs this many clear words on both sides. */
const SURE_WORDS = 3;
const SURE_MS = 900;
const SURE_CONFIDENCE = 0.1;
/** A pause after which another speaker is likely to start. */
const LONG_PAUSE_MS = 600;
const SENTENCE_END = /[.!?。！？…؟।]["'”’»)]*$/u;

export type Attribution = {
  parts: SpokenPart[][];
  order: number[];
};

/** Assigns a speaker to every word and splits segments where the speaker changes. Pure. */
export function attributeWords(
  segments: readonly Pick<Segment, 'words'>[],
  turns: readonly Turn[],
): Attribution {
  const words = segments.flatMap((segment) => segment.words);
  const starts = new Set<number>();
  let total = 0;
  for (const segment of segments) {
    starts.add(total);
    total += segment.words.length;
  }
  const settled = settleChanges(words, nearestTurns(words, turns), starts);
  const speakers = keepSentences(words, settled, turns, starts);
  const numbers = new Map<number, number>();
  let at = 0;
  const parted = segments.map((segment) => {
    const parts: SpokenPart[] = [];
    for (const word of segment.words) {
      const detected = speakers[at++] ?? 0;
      const speaker = numbers.get(detected) ?? numbers.size;
      numbers.set(detected, speaker);
      const open = parts.at(-1);
      if (open?.speaker === speaker) open.words.push(word);
      else parts.push({ words: [word], speaker });
    }
    return parts;
  });
  return { parts: parted, order: [...numbers.keys()] };
}

/** Keeps sentences whole unless another voice clearly starts within them. */
function keepSentences(
  words: readonly Word[],
  speakers: number[],
  turns: readonly Turn[],
  starts: ReadonlySet<number>,
): number[] {
  const begins = (index: number) => {
    const [before, after] = [words[index - 1], words[index]];
    if (!before || !after || starts.has(index) || SENTENCE_END.test(before.text)) return true;
    return after.startMs - before.endMs >= LONG_PAUSE_MS;
  };
  for (let from = 0, to = 1; from < words.length; from = to, to += 1) {
    while (to < words.length && !begins(to)) to += 1;
    const runs = runsOf(speakers, from, to);
    if (runs.length === 1 || runs.every((run) => isSure(run, words, turns))) continue;
    const longest = runs.toSorted((a, b) => lastsMs(b, words) - lastsMs(a, words))[0];
    speakers.fill(longest?.speaker ?? 0, from, to);
  }
  return speakers;
}

/** Words `from…to−1` of one speaker. */
type Run = { from: number; to: number; speaker: number };

function runsOf(speakers: readonly number[], from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (let index = from; index < to; index += 1) {
    const speaker = speakers[index] ?? 0;
    const open = runs.at(-1);
    if (open?.speaker === speaker) open.to = index + 1;
    else runs.push({ from: index, to: index + 1, speaker });
  }
  return runs;
}

function isSure(run: Run, words: readonly Word[], turns: readonly Turn[]): boolean {
  if (run.to - run.from < SURE_WORDS || lastsMs(run, words) < SURE_MS) return false;
  const span = spanOf(run, words);
  return turns.some(
    (turn) =>
      turn.speaker === run.speaker &&
      turn.confidence >= SURE_CONFIDENCE &&
      commonMs(span, turn) > 0,
  );
}

function spanOf({ from, to }: Run, words: readonly Word[]): TimeSpan {
  return { startMs: words[from]?.startMs ?? 0, endMs: words[to - 1]?.endMs ?? 0 };
}

function lastsMs(run: Run, words: readonly Word[]): number {
  const { startMs, endMs } = spanOf(run, words);
  return endMs - startMs;
}

/** The speaker of the turn that covers most of each word, else of the nearest turn. */
function nearestTurns(words: readonly Word[], turns: readonly Turn[]): number[] {
  let first = 0;
  return words.map((word) => {
    const reach = { startMs: word.startMs - SLACK_MS, endMs: word.endMs + SLACK_MS };
    while (first + 1 < turns.length && (turns[first]?.endMs ?? 0) < reach.startMs) first += 1;
    let best = { speaker: turns[0]?.speaker ?? 0, fit: Number.NEGATIVE_INFINITY };
    for (let index = Math.max(0, first - 1); index < turns.length; index += 1) {
      const turn = turns[index];
      if (turn === undefined) break;
      const fit = commonMs(reach, turn);
      if (fit > best.fit) best = { speaker: turn.speaker, fit };
      if (turn.startMs > reach.endMs) break;
    }
    return best.speaker;
  });
}

/**
 * Isolated words amid another speaker's words are assigned to that speaker; changes move to pauses and sentence ends.
 */
function settleChanges(
  words: readonly Word[],
  speakers: number[],
  starts: ReadonlySet<number>,
): number[] {
  for (let from = 1; from < words.length; from += 1) {
    if (speakers[from] === speakers[from - 1]) continue;
    let to = from;
    while (to < words.length && speakers[to] === speakers[from]) to += 1;
    const lasts = (words[to - 1]?.endMs ?? 0) - (words[from]?.startMs ?? 0);
    const small = to - from <= ISLAND_WORDS && lasts < ISLAND_MS;
    if (small && to < words.length && speakers[to] === speakers[from - 1]) {
      speakers.fill(speakers[from - 1] ?? 0, from, to);
    }
  }
  const stops = (index: number) => {
    const [before, after] = [words[index - 1], words[index]];
    if (!before || !after) return false;
    const pause = after.startMs - before.endMs >= PAUSE_MS;
    return pause || starts.has(index) || SENTENCE_END.test(before.text);
  };
  for (let change = 1; change < words.length; change += 1) {
    const [before, after] = [speakers[change - 1] ?? 0, speakers[change] ?? 0];
    if (before === after || stops(change)) continue;
    for (let distance = 1; distance <= REACH_WORDS; distance += 1) {
      const [back, ahead] = [change - distance, change + distance];
      if (stops(back) && speakers.slice(back, change).every((s) => s === before)) {
        speakers.fill(after, back, change);
        break;
      }
      if (stops(ahead) && speakers.slice(change, ahead).every((s) => s === after)) {
        speakers.fill(before, change, ahead);
        change = ahead;
        break;
      }
    }
  }
  return speakers;
}
