import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Segment, Word } from '../../../src/shared/transcription/transcript.ts';
import { between } from './texts-random.ts';

/** A sentence to be spoken; speaker and language are those of `SPOKEN` when left out. */
export type Line = { text: string; speaker?: string; language?: string; pauseMs?: number };

const SPOKEN = { speaker: 'Speaker 1', language: 'en' };
/** About 150 English words a minute. */
const MS_PER_LETTER = 62;
const MS_PER_WORD = 70;

/** A transcript of lines spoken one after the other: one segment each, with word times and pauses. */
export function speak(lines: readonly (Line | string)[], seed = 1): Segment[] {
  const random = seededRandom(seed);
  let nowMs = 400;
  return lines.map((given, id) => {
    const line = typeof given === 'string' ? { text: given } : given;
    if (id > 0) nowMs += line.pauseMs ?? between(random, 320, 900);
    const words = spokenWords(line.text, nowMs, () => between(random, 80, 120) / 100);
    const startMs = nowMs;
    nowMs = Math.max(words.at(-1)?.endMs ?? 0, nowMs + 1);
    const { speaker, language } = { ...SPOKEN, ...line };
    return {
      id,
      startMs,
      endMs: nowMs,
      text: line.text,
      speaker,
      language,
      confidence: 0.93,
      words,
    };
  });
}

function spokenWords(text: string, startMs: number, pace: () => number): Word[] {
  let nowMs = startMs;
  return (text.match(/\S+/gu) ?? []).map((word) => {
    const from = nowMs;
    nowMs += Math.max(1, Math.round((MS_PER_WORD + MS_PER_LETTER * word.length) * pace()));
    return { startMs: from, endMs: nowMs, text: word, confidence: 0.93 };
  });
}

/** How long a transcript lasts. */
export function durationOf(segments: readonly Segment[]): number {
  return (segments.at(-1)?.endMs ?? 0) + 400;
}
