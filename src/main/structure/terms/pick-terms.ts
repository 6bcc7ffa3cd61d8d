import { toSeconds } from '../../../shared/time.ts';
import type { Term } from '../../../shared/transcription/structured.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { segmentAt } from '../text/sentences.ts';
import type { ReadSentence } from '../text/word-types.ts';
import { overlaps, type RatedPhrase } from './phrase-scores.ts';

const FEWEST = 10;
const MOST = 30;
const MS_PER_TERM = 120_000;
const MAX_SEGMENT_IDS = 20;

/** The recording's key terms: the strongest phrases, none of them part of another that is about as frequent. */
export function pickTerms(
  phrases: readonly RatedPhrase[],
  sentences: readonly ReadSentence[],
  segments: readonly Segment[],
  durationMs: number,
): Term[] {
  const wanted = Math.min(MOST, FEWEST + Math.floor(durationMs / MS_PER_TERM));
  const picked: RatedPhrase[] = [];
  const surfaces = new Set<string>();
  for (const phrase of phrases) {
    if (picked.length === wanted) break;
    const surface = phrase.surface.toLowerCase();
    if (surfaces.has(surface) || picked.some((other) => isSame(other, phrase))) continue;
    picked.push(phrase);
    surfaces.add(surface);
  }
  const highest = picked[0]?.score ?? 1;
  return picked.map((phrase) => {
    const ids = phrase.occurrences.flatMap(({ sentence, start }) => {
      const spoken = sentences[sentence];
      return spoken ? [segmentAt(spoken, start)] : [];
    });
    const segmentIds = [...new Set(ids)].slice(0, MAX_SEGMENT_IDS);
    return {
      term: phrase.surface,
      count: phrase.occurrences.length,
      score: Math.round((phrase.score / highest) * 1000) / 1000,
      segment_ids: segmentIds,
      start: toSeconds(segments[segmentIds[0] ?? 0]?.startMs ?? 0),
    };
  });
}

/** A phrase and a part of it name the same thing, unless the part is also frequent on its own. */
function isSame(a: RatedPhrase, b: RatedPhrase): boolean {
  if (a.types.length === b.types.length) return overlaps(a, b);
  const [more, fewer] = [a.occurrences.length, b.occurrences.length].sort((x, y) => y - x);
  return overlaps(a, b) && (more ?? 0) < 2 * (fewer ?? 0);
}
