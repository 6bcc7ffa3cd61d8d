/** Tiers, as ELAN and Praat have them: what each person says, one below the other. */

import { lettersOf } from '../casefold.ts';
import { joinTexts } from '../subtitles/spacing.ts';
import type { TimeSpan } from '../time.ts';
import type { Word } from '../transcription/transcript.ts';
import { cleanText, type GivenCue } from './given-cue.ts';
import { type GivenSegment, type Limits, requireLength, tooLarge } from './given-transcript.ts';
import { joinCues } from './join-cues.ts';

/** What stands in a tier at a time; `place` names it in errors. */
export type GivenLabel = TimeSpan & { text: string; place: string };
export type GivenTier = {
  name: string;
  language: string | null;
  labels: readonly GivenLabel[];
  /** The file says that these are the words of another tier. */
  isWords?: true;
};

/** One of speech and one of words for each speaker. */
const MAX_TIERS = 2_000;
/** `Ana - words`, as aligners call the tier of a speaker's words. */
const WORDS = /(?:^|[\s_-])words?$/i;
/** Sounds and syllables are no text. */
const SOUNDS = /(?:^|[\s_-])(?:phones?|phonemes?|syllables?)$/i;

/**
 * Each tier is a speaker, so tiers that overlap are people who talk at once. A tier of the same text in smaller pieces
 * gives the times of its words. @throws transcript_times, transcript_too_large
 */
export function toSegments(
  tiers: readonly GivenTier[],
  limits: Limits,
): { segments: GivenSegment[]; leftOut: string[] } {
  requireFew(tiers);
  const written = tiers.map(({ labels, ...tier }) => ({
    ...tier,
    labels: labels.filter(({ text }) => text.trim() !== ''),
  }));
  const spoken = written.filter(({ name, labels }) => labels.length > 0 && !SOUNDS.test(name));
  const leftOut = written.filter((tier) => tier.labels.length > 0 && !spoken.includes(tier));
  const { wordsOf, isWords } = findWords(spoken);
  const names = namesOf(spoken.filter((tier) => !isWords.has(tier)));
  const segments = [...names].flatMap(([tier, given]) => {
    const words = wordsOf.get(tier);
    const isOfWords = words === undefined && WORDS.test(tier.name);
    const speaker = limits.name(isOfWords ? withoutWords(given) : given);
    if (isOfWords) return joinCues(tier.labels.map((label) => toCue(label, speaker, limits)));
    return toOwnSegments({ ...tier, speaker }, words?.labels ?? [], limits);
  });
  return {
    segments: segments.toSorted((one, other) => one.startMs - other.startMs),
    leftOut: leftOut.map(({ name }) => name),
  };
}

/** @throws transcript_too_large */
export function requireFew(tiers: readonly unknown[]): void {
  if (tiers.length <= MAX_TIERS) return;
  throw tooLarge(`The transcript has more than ${MAX_TIERS.toLocaleString('en')} tiers.`);
}

/** Two people may have the same name, and a tier may have none. */
function namesOf(tiers: readonly GivenTier[]): Map<GivenTier, string> {
  const names = new Map<GivenTier, string>();
  const taken = new Map<string, number>();
  for (const [at, tier] of tiers.entries()) {
    const name = tier.name.trim() || (tiers.length > 1 ? `Tier ${at + 1}` : '');
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    names.set(tier, count === 1 ? name : `${name} (${count})`);
  }
  return names;
}

/** Tiers of the same letters at the same times: the one with the fewest pieces is what is said, another its words. */
function findWords(tiers: readonly GivenTier[]) {
  const [wordsOf, isWords] = [new Map<GivenTier, GivenTier>(), new Set<GivenTier>()];
  const byText = new Map<string, GivenTier[]>();
  const isCalledWords = (tier: GivenTier) => tier.isWords === true || WORDS.test(tier.name);
  const sorted = tiers.toSorted(
    (one, other) =>
      one.labels.length - other.labels.length ||
      Number(isCalledWords(one)) - Number(isCalledWords(other)),
  );
  for (const tier of sorted) {
    const text = lettersOf(tier.labels.map((label) => label.text).join(''));
    const same = byText.get(text) ?? [];
    const utterances = same.find(
      (one) =>
        (isCalledWords(tier) || one.labels.length < tier.labels.length) &&
        liesWithin(tier.labels, one.labels),
    );
    if (text !== '' && utterances) {
      isWords.add(tier);
      if (!wordsOf.has(utterances)) wordsOf.set(utterances, tier);
    } else {
      same.push(tier);
      byText.set(text, same);
    }
  }
  return { wordsOf, isWords };
}

/** Whether each of the first lies in one of the second; both are in order. */
function liesWithin(labels: readonly TimeSpan[], spans: readonly TimeSpan[]): boolean {
  let at = 0;
  return labels.every(({ startMs, endMs }) => {
    while ((spans[at]?.endMs ?? Number.POSITIVE_INFINITY) < endMs) at++;
    const span = spans[at];
    return span !== undefined && startMs >= span.startMs;
  });
}

/** `Ana` for `Ana - words`. */
const withoutWords = (name: string): string =>
  name.replace(WORDS, '').replace(/(?<![\s_-])[\s_-]+$/, '');

type Speaking = GivenTier & { speaker: string | null };

function toOwnSegments(
  { labels, language, speaker }: Speaking,
  words: readonly GivenLabel[],
  limits: Limits,
): GivenSegment[] {
  let next = 0;
  return labels.flatMap((label): GivenSegment[] => {
    const from = next;
    while ((words[next]?.startMs ?? Number.POSITIVE_INFINITY) < label.endMs) next++;
    const { startMs, endMs, text } = toCue(label, speaker, limits);
    if (text === '') return [];
    const piece = { startMs, endMs, text, words: toWords(text, label, words.slice(from, next)) };
    return [{ startMs, endMs, speaker, language, text, pieces: [piece] }];
  });
}

/** @throws transcript_times, transcript_too_large */
function toCue({ place, ...label }: GivenLabel, speaker: string | null, limits: Limits): GivenCue {
  requireLength(place, label);
  const text = cleanText(label.text);
  limits.take(place, text);
  return { ...label, text, place, speaker };
}

/** Null unless they lie in order within the text's time, and are its words: then their times are made again. */
function toWords(text: string, span: TimeSpan, labels: readonly GivenLabel[]): Word[] | null {
  const written = text.split(/\s+/);
  const own = labels.map((label) => cleanText(label.text)).filter((word) => word !== '');
  const isSame = own.length === written.length || joinTexts(own) === text || own.join('') === text;
  let lastMs = span.startMs;
  for (const { startMs, endMs } of labels) {
    if (startMs < lastMs || endMs > span.endMs) return null;
    lastMs = endMs;
  }
  if (!isSame || own.length !== labels.length || own.length === 0) return null;
  const texts = own.length === written.length ? written : own;
  return labels.map(({ startMs, endMs }, at) => ({
    startMs,
    endMs,
    text: texts[at] ?? '',
    confidence: 1,
  }));
}
