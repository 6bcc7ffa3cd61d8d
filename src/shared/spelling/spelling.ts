/** The spelling list: what is recognized wrong again and again, and how it is to be written. */
import { z } from 'zod';

/** The maximum number of entries, those of the settings and of a request together. */
export const MAX_SPELLINGS = 200;
/** The maximum number of wrong spellings of one entry. */
const MAX_WRONG = 20;
const MAX_LENGTH = 100;

const phrase = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LENGTH)
  .regex(/^\P{Cc}*$/u, 'must be one line')
  .regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit');

/** One entry: each of the words or phrases in `from` is written as `to`. */
export const Spelling = z
  .strictObject({
    from: z
      .array(phrase)
      .min(1)
      .max(MAX_WRONG)
      .describe('Words or phrases as they are heard, in any case.'),
    to: phrase.describe('How they are written.'),
  })
  .meta({ id: 'Spelling' });
export type Spelling = z.infer<typeof Spelling>;

export const SpellingList = z.array(Spelling).max(MAX_SPELLINGS);
export type SpellingList = z.infer<typeof SpellingList>;

/** The same for spellings that differ only in case, kind of apostrophe or spaces. */
export function spellingKey(text: string): string {
  return (
    text
      .normalize('NFC')
      .replaceAll(/[’‘ʼ＇]/gu, "'")
      .replaceAll(/\s+/gu, ' ')
      .trim()
      // Through upper case, so that ß is ss and all three sigmas are one.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
  );
}

/** Both lists as one. Where both have the same wrong spelling, the first list decides. */
export function mergeSpelling(first: SpellingList, second: SpellingList): SpellingList {
  const known = new Set(first.flatMap(({ from }) => from.map(spellingKey)));
  const rest = second.flatMap(({ from, to }) => {
    const left = from.filter((wrong) => !known.has(spellingKey(wrong)));
    return left.length === 0 ? [] : [{ from: left, to }];
  });
  return [...first, ...rest];
}

/** Both lists of terms as one, without duplicates, in the order given. */
export function mergeTerms(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}

/** Lines such as `cube ernetes, cubernetes -> Kubernetes`; `refused` are those that are none, as they stand. */
export function parseSpelling(text: string): { list: SpellingList; refused: string[] } {
  const list: SpellingList = [];
  const refused: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const entry = parseEntry(line);
    if (entry) list.push(entry);
    else refused.push(line);
  }
  return { list, refused };
}

function parseEntry(line: string): Spelling | null {
  const [left = '', right = '', ...more] = line.split(/->|→|=>|=/u);
  if (more.length > 0) return null;
  const from = left.split(/[,;、，]/u).filter((wrong) => wrong.trim() !== '');
  return Spelling.safeParse({ from, to: right }).data ?? null;
}

/** The list as lines that `parseSpelling` reads. */
export function spellingText(list: SpellingList): string {
  return list.map(({ from, to }) => `${from.join(', ')} -> ${to}`).join('\n');
}

/**
 * The list with one more entry, or with more wrong spellings of one that is there. Those it takes from others go there.
 */
export function withSpelling(list: SpellingList, { from, to }: Spelling): SpellingList {
  const taken = new Set(from.map(spellingKey));
  const rest = list.flatMap((entry) => {
    const left = entry.from.filter((wrong) => !taken.has(spellingKey(wrong)));
    return left.length === 0 ? [] : [{ ...entry, from: left }];
  });
  const at = rest.findIndex(
    (entry) => entry.to === to && entry.from.length + from.length <= MAX_WRONG,
  );
  const same = rest[at];
  return same ? rest.with(at, { from: [...same.from, ...from], to }) : [...rest, { from, to }];
}
