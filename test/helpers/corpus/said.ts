/** Segments as they are stored, of what people say. */
import type { Segment, Word } from '../../../src/shared/transcription/transcript.ts';

export type SaidAt = { speaker: string; from: number; to: number; text: string };

/** Times are milliseconds; words share the time of their segment. */
export function saidAt(said: readonly SaidAt[], language = 'en'): Segment[] {
  return said.map(({ speaker, from, to, text }, id) => {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const at = (share: number) => Math.round(from + ((to - from) * share) / words.length);
    return {
      ...{ id, speaker, text, language, startMs: from, endMs: to, confidence: 1 },
      words: words.map(
        (word, place): Word => ({
          ...{ text: word, startMs: at(place), endMs: at(place + 1), confidence: 1 },
        }),
      ),
    };
  });
}

/** Two who talk at once. */
export const AT_ONCE: readonly SaidAt[] = [
  { speaker: 'Ana "Ani" Ruiz', from: 500, to: 2500, text: 'We met in <the> garden & left.' },
  { speaker: 'Ben', from: 2000, to: 3000, text: 'Yes "we" did.' },
  { speaker: 'Ana "Ani" Ruiz', from: 4000, to: 5250, text: 'Later.' },
];
