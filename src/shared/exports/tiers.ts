/** What each speaker says, on a tier of its own, as ELAN and Praat have it. */
import { cleanLine, joinTexts } from '../subtitles/spacing.ts';
import { timedWords } from '../subtitles/timed-words.ts';
import type { TimeSpan } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';

export type Label = TimeSpan & { text: string; language: string };
/** Labels are in order, and none overlaps another of its tier; `words` are those of what is said, one by one. */
export type Tier = { name: string; labels: Label[]; words: Label[] };

/** In the order in which people first speak. */
export function toTiers(segments: readonly Segment[]): Tier[] {
  const bySpeaker = Map.groupBy(segments, ({ speaker }) => speaker);
  return [...bySpeaker].map(([speaker, own]) => ({
    name: cleanLine(speaker),
    labels: layOut(own),
    words: layOut(
      own.flatMap((segment) =>
        timedWords(segment).map((word) => ({ ...word, language: segment.language })),
      ),
    ),
  }));
}

/** What has no time of its own, since the label before it lasts longer, joins that one. */
function layOut(given: readonly Label[]): Label[] {
  const labels: Label[] = [];
  for (const { endMs, language, ...said } of given) {
    const text = cleanLine(said.text);
    if (text === '') continue;
    const last = labels.at(-1);
    const startMs = Math.max(said.startMs, last?.endMs ?? 0);
    if (last && endMs <= startMs) last.text = joinTexts([last.text, text]);
    else labels.push({ startMs, endMs: Math.max(endMs, startMs + 1), text, language });
  }
  return labels;
}

/** The name of a speaker's words, as aligners call it too. */
export const wordsOf = (name: string): string => `${name} - words`;
