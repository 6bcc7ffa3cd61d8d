import { alignWords, type TimedWord } from '../subtitles/timed-words.ts';
import type { Segment, Word } from '../transcription/transcript.ts';

/** The characters `from` to `to` of a text become another text. */
export type Replacement = { from: number; to: number; text: string };

type Content = Pick<Segment, 'text' | 'words'>;

/**
 * A segment's text and words after replacements, in the order of the text and without overlap. As many words as before
 * keep their times and confidence; else they share the time by length and have the mean confidence. Null where the words
 * are not those of the text.
 */
export function replaceWords(
  segment: Parameters<typeof alignWords>[0],
  replacements: readonly Replacement[],
): Content | null {
  const places = alignWords(segment);
  if (!places || places.length !== segment.words.length) return null;
  const words: Word[] = [];
  let text = '';
  let [copied, done] = [0, 0];
  for (const [at, one] of replacements.entries()) {
    text += segment.text.slice(copied, one.from) + one.text;
    copied = one.to;
    const first = indexFrom(places, done, (place) => endOf(place) > one.from);
    const next = replacements[at + 1];
    const last = indexFrom(places, first, (place) => place.offset >= one.to) - 1;
    const shared = next !== undefined && next.from < endOf(places[last]);
    // Two places in one word are written in one go.
    if (shared) return replaceOneByOne(segment, replacements);
    words.push(...segment.words.slice(done, first));
    const before = segment.text.slice(places[first]?.offset ?? one.from, one.from);
    const after = segment.text.slice(one.to, Math.max(one.to, endOf(places[last])));
    words.push(...share(before + one.text + after, segment.words.slice(first, last + 1)));
    done = last + 1;
  }
  words.push(...segment.words.slice(done));
  return { text: text + segment.text.slice(copied), words };
}

/** From the end, so that the places before stay where they are. */
function replaceOneByOne(
  segment: Parameters<typeof alignWords>[0],
  replacements: readonly Replacement[],
): Content | null {
  let now: Content = segment;
  for (const one of replacements.toReversed()) {
    const next = replaceWords({ ...segment, ...now }, [one]);
    if (!next) return null;
    now = next;
  }
  return now;
}

function indexFrom(
  places: readonly TimedWord[],
  from: number,
  is: (place: TimedWord) => boolean,
): number {
  let at = from;
  for (let place = places[at]; place && !is(place); place = places[at]) at++;
  return at;
}

function endOf(place: TimedWord | undefined): number {
  return place ? place.offset + place.text.length : 0;
}

function share(text: string, spoken: readonly Word[]): Word[] {
  const texts = text.split(/\s+/u).filter(Boolean);
  if (texts.length === spoken.length) {
    return spoken.map((word, at) => ({ ...word, text: texts[at] ?? word.text }));
  }
  const startMs = spoken[0]?.startMs ?? 0;
  const endMs = spoken.at(-1)?.endMs ?? startMs;
  const confidence = spoken.reduce((sum, word) => sum + word.confidence, 0) / spoken.length;
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  let letters = 0;
  const at = () => Math.round(startMs + ((endMs - startMs) * letters) / total);
  return texts.map((one) => {
    const from = at();
    letters += one.length;
    return { startMs: from, endMs: at(), text: one, confidence };
  });
}
