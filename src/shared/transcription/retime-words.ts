import { isSpaceless } from '../subtitles/spacing.ts';
import { localeOf } from '../subtitles/timed-words.ts';
import type { TimeSpan } from '../time.ts';
import type { Segment, Word } from './transcript.ts';

/** Longer texts are not aligned word by word: the table would be too large. */
const MAX_TABLE = 4_000_000;

/**
 * The words of an edited text. Unchanged words keep their times (longest common subsequence, ignoring case and
 * punctuation); new ones share the time of those they replace, or the pause they are in, by length. A user wrote them,
 * so their confidence is 1.
 */
export function retimeWords(
  segment: Pick<Segment, 'startMs' | 'endMs' | 'language' | 'words'>,
  text: string,
): Word[] {
  const after = splitWords(text, segment.language);
  const pairs = commonWords(
    segment.words.map(toKey),
    after.map((word) => toKey({ text: word })),
  );
  const words: Word[] = [];
  let from = { before: 0, after: 0 };
  for (const pair of [...pairs, { before: segment.words.length, after: after.length }]) {
    const added = after.slice(from.after, pair.after);
    const replaced = segment.words.slice(from.before, pair.before);
    words.push(...spread(added, span(segment, replaced, words.at(-1), segment.words[pair.before])));
    const kept = segment.words[pair.before];
    const spelled = after[pair.after];
    if (kept !== undefined && spelled !== undefined) {
      const unchanged = kept.text === spelled;
      words.push({ ...kept, text: spelled, confidence: unchanged ? kept.confidence : 1 });
    }
    from = { before: pair.before + 1, after: pair.after + 1 };
  }
  return words;
}

/** Splits at white space, and in scripts without spaces into dictionary words with the punctuation that follows. */
function splitWords(text: string, language: string): string[] {
  return text.split(/\s+/u).flatMap((part) => {
    if (part === '' || !isSpaceless(part)) return part === '' ? [] : [part];
    const segmenter = new Intl.Segmenter(localeOf(language), { granularity: 'word' });
    const words: string[] = [];
    for (const { segment, isWordLike } of segmenter.segment(part)) {
      if (isWordLike || words.length === 0) words.push(segment);
      else words.push(`${words.pop()}${segment}`);
    }
    return words;
  });
}

function toKey({ text }: { text: string }): string {
  const bare = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return bare === '' ? text : bare;
}

type Pair = { before: number; after: number };

/** The longest common subsequence, as positions in both lists. */
export function commonWords(before: readonly string[], after: readonly string[]): Pair[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > MAX_TABLE) return [];
  const longest = new Uint16Array((before.length + 1) * width);
  const at = (b: number, a: number) => longest[b * width + a] ?? 0;
  for (let b = before.length - 1; b >= 0; b--) {
    for (let a = after.length - 1; a >= 0; a--) {
      const same = before[b] === after[a];
      longest[b * width + a] = same ? at(b + 1, a + 1) + 1 : Math.max(at(b + 1, a), at(b, a + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let b = 0, a = 0; b < before.length && a < after.length; ) {
    if (before[b] === after[a]) pairs.push({ before: b++, after: a++ });
    else if (at(b + 1, a) >= at(b, a + 1)) b++;
    else a++;
  }
  return pairs;
}

/** The time that new words share: that of the words they replace, else the pause between their neighbors. */
function span(
  segment: TimeSpan,
  replaced: readonly Word[],
  previous: Word | undefined,
  next: Word | undefined,
): TimeSpan {
  const startMs = replaced[0]?.startMs ?? previous?.endMs ?? segment.startMs;
  const endMs = replaced.at(-1)?.endMs ?? next?.startMs ?? segment.endMs;
  return { startMs, endMs: Math.max(startMs, endMs) };
}

function spread(texts: readonly string[], { startMs, endMs }: TimeSpan) {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const at = (letters: number) => Math.round(startMs + ((endMs - startMs) * letters) / total);
  let letters = 0;
  return texts.map((text): Word => {
    const from = letters;
    letters += text.length;
    return { startMs: at(from), endMs: at(letters), text, confidence: 1 };
  });
}
