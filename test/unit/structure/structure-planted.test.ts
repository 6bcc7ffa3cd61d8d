import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { functionWords } from '../../../src/main/structure/text/function-words.ts';
import { type ProseDocument, readProse } from '../../helpers/corpus/texts.ts';
import { between, pick, shuffle } from '../../helpers/corpus/texts-random.ts';
import { durationOf, speak } from '../../helpers/corpus/texts-spoken.ts';
import { dose } from '../../helpers/harness/dose.ts';

const TEXTS = dose(4, 8);

/** Two-word names that no manual has. */
const NAMES = [
  'copper kettle',
  'river otter',
  'winter barley',
  'velvet curtain',
  'glacier lagoon',
  'pepper grinder',
  'lantern festival',
  'marble quarry',
  'saffron harvest',
  'harbour ferry',
];
const FRAMES = [
  'We came across the NAME again while this was discussed.',
  'Nobody had expected the NAME to matter here.',
  'There is still the question of the NAME to settle.',
  'It all depends on the NAME in the end.',
  'As before, the NAME was mentioned only in passing.',
];

const documents = readProse(30);

function proseLines(random: () => number, count: number): string[] {
  return shuffle(random, documents)
    .slice(0, count)
    .flatMap(({ sentences }) => sentences.slice(0, 30));
}

function structure(lines: string[], seed: number) {
  const segments = speak(lines, seed);
  return structureTranscript({ segments, durationMs: durationOf(segments) });
}

describe('terms', () => {
  test('ten names said four to eight times each in real prose are found among the first fifteen', () => {
    let found = 0;
    for (let seed = 1; seed <= TEXTS; seed++) {
      const random = seededRandom(seed);
      const planted = NAMES.flatMap((name) =>
        Array.from({ length: between(random, 4, 8) }, () =>
          pick(random, FRAMES).replace('NAME', name),
        ),
      );
      const lines = shuffle(random, [...proseLines(random, 6), ...planted]);
      const terms = structure(lines, seed)
        .terms.slice(0, 15)
        .map(({ term }) => term.toLowerCase());
      found += NAMES.filter((name) => terms.includes(name)).length;
    }
    expect(found / (TEXTS * NAMES.length)).toBeGreaterThanOrEqual(0.8);
  });

  test('none begins or ends with a word of grammar', () => {
    const grammar = functionWords('en') ?? new Set();
    const { terms } = structure(proseLines(seededRandom(1), 10), 1);
    const edges = terms.flatMap(({ term }) => [term.split(' ')[0], term.split(' ').at(-1)]);
    expect(edges.filter((word) => word && grammar.has(word.toLowerCase()))).toEqual([]);
  });
});

describe('chapters', () => {
  test('are half to twice as many as the subjects, in nine of ten talks', () => {
    const talks = [3, 4, 5, 6, 8, 10].flatMap((subjects) =>
      [20, 30].map((each) => ({ subjects, each })),
    );
    const fitting = talks.filter(({ subjects, each }, seed) => {
      const chosen = shuffle(seededRandom(seed + 1), documents).slice(0, subjects);
      const lines = chosen.flatMap(({ sentences }) => sentences.slice(0, each));
      const { length } = structure(lines, seed + 1).table_of_contents;
      return length >= subjects / 2 && length <= 2 * subjects;
    });
    expect(fitting.length / talks.length).toBeGreaterThanOrEqual(0.9);
  });

  test('are named with words that were said in them', () => {
    const segments = speak(proseLines(seededRandom(3), 8), 3);
    const durationMs = durationOf(segments);
    for (const chapter of structureTranscript({ segments, durationMs }).table_of_contents) {
      const { first_segment_id: first, last_segment_id: last, title } = chapter;
      const said = segments.slice(first, last + 1).map(({ text }) => text.toLowerCase());
      const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      expect(words.filter((word) => !said.join(' ').includes(word))).toEqual([]);
    }
  });
});

describe('summary and highlights', () => {
  test('a sentence made of the words of its topic is chosen', () => {
    let found = 0;
    let planted = 0;
    for (let seed = 1; seed <= TEXTS; seed++) {
      const random = seededRandom(seed);
      const topics = shuffle(random, documents).slice(0, 6);
      const keys = topics.map(keySentence);
      const lines = topics.flatMap(({ sentences }, topic) => {
        const own = sentences.slice(0, 30);
        return own.toSpliced(between(random, 3, own.length - 3), 0, keys[topic] ?? '');
      });
      const { summary, key_highlights: highlights } = structure(lines, seed);
      const chosen = [
        ...summary.sentences.map(({ text }) => text),
        ...highlights.map(({ quote }) => quote),
      ].join('\n');
      found += keys.filter((key) => chosen.includes(key)).length;
      planted += keys.length;
    }
    expect(found / planted).toBeGreaterThanOrEqual(0.6);
  });

  test('the summary resembles the whole more than sentences drawn at random', () => {
    const random = seededRandom(5);
    const lines = proseLines(random, 8);
    const chosen = structure(lines, 5).summary.sentences.map(({ text }) => text);
    const drawn = Array.from({ length: 20 }, () => shuffle(random, lines).slice(0, chosen.length));
    const mean = drawn.reduce((sum, texts) => sum + divergence(texts, lines), 0) / drawn.length;
    expect(divergence(chosen, lines)).toBeLessThanOrEqual(0.85 * mean);
  });
});

/** One sentence of the ten words that mark the document most. */
function keySentence({ sentences }: ProseDocument): string {
  const own = wordShares(sentences);
  const all = wordShares(documents.flatMap((document) => document.sentences));
  const telling = [...own]
    .filter(([, share]) => share > 0.002)
    .sort(
      ([a, x], [b, y]) => y * Math.log(y / (all.get(b) ?? y)) - x * Math.log(x / (all.get(a) ?? x)),
    )
    .slice(0, 10)
    .map(([word]) => word);
  return `This part explains how ${telling.slice(0, 5).join(' ')} and ${telling.slice(5).join(' ')} work.`;
}

function wordShares(texts: readonly string[]): Map<string, number> {
  const grammar = functionWords('en') ?? new Set();
  const words = texts
    .flatMap((text) => text.toLowerCase().match(/[a-z]{4,}/gu) ?? [])
    .filter((word) => !grammar.has(word));
  const shares = new Map<string, number>();
  for (const word of words) shares.set(word, (shares.get(word) ?? 0) + 1 / words.length);
  return shares;
}

/** Jensen–Shannon divergence of the words of two texts: 0 alike, 1 nothing in common. */
function divergence(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [wordShares(left), wordShares(right)];
  let sum = 0;
  for (const word of new Set([...a.keys(), ...b.keys()])) {
    const [p, q] = [a.get(word) ?? 0, b.get(word) ?? 0];
    const middle = (p + q) / 2;
    if (p > 0) sum += (p * Math.log2(p / middle)) / 2;
    if (q > 0) sum += (q * Math.log2(q / middle)) / 2;
  }
  return sum;
}
