/** What is written for other programs comes back as it was, whatever people say and are called. */
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeEaf } from '../../../../src/shared/exports/write-eaf.ts';
import { writeOtr } from '../../../../src/shared/exports/write-otr.ts';
import { writeProject } from '../../../../src/shared/exports/write-qdpx.ts';
import { writeTextGrid } from '../../../../src/shared/exports/write-textgrid.ts';
import { readTranscript } from '../../../../src/shared/imports/read-transcript.ts';
import type { Segment } from '../../../../src/shared/transcription/transcript.ts';
import { saidAt } from '../../../helpers/corpus/said.ts';
import { anyText } from '../../../helpers/corpus/texts-random.ts';
import { HOSTILE } from '../../../helpers/corpus/texts-subtitled.ts';
import { dose } from '../../../helpers/harness/dose.ts';
import { seed } from '../../../helpers/harness/seed.ts';

const recording = { name: 'Talk.mp3', type: 'audio/mpeg', isVideo: false };
const date = '2026-01-01T00:00:00.000Z';
const guid = (name: string) => name;
const bytes = (pieces: Iterable<string>) => strToU8([...pieces].join(''));
const FORMATS = {
  eaf: (said: readonly Segment[]) =>
    bytes(writeEaf(said, { recording, date, language: 'en', guid: 'x' })),
  textgrid: (said: readonly Segment[]) => bytes(writeTextGrid(said, { durationMs: 0 })),
  otr: (said: readonly Segment[]) => strToU8(writeOtr(said, recording)),
  qdpx: (said: readonly Segment[]) => {
    const files = writeProject(said, { title: 'Talk', recording, date, guid });
    return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])));
  },
};
const names = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

/** Names as they can be given, and texts as they can be stored. */
const NAMES = [
  'Ana',
  'Ben "B." <Ruiz> & Co',
  'שרה',
  '王小明',
  'zoë: née',
  `${'Long '.repeat(20)}`.trim(),
  '👩‍🔬 Dr. X',
];
const letter = /[\p{L}\p{N}]/u;
const word = fc.oneof(
  fc.constantFrom(
    'We',
    'met,',
    '"quoted"',
    'a<b',
    '&amp;',
    "it's",
    'שלום',
    '漢字',
    '👍🏽',
    '--',
    '12:30',
    '\\an8',
    '{b}',
  ),
  anyText({ minLength: 1, maxLength: 6 }).filter((text) => letter.test(text)),
);
const text = fc
  .array(word, { minLength: 1, maxLength: 12 })
  .map((words) => words.join(' '))
  .filter((said) => letter.test(said));
const segment = fc.record({
  speaker: fc.nat({ max: NAMES.length - 1 }),
  pause: fc.integer({ min: 1, max: 5000 }),
  lasts: fc.integer({ min: 50, max: 9000 }),
  text,
});

/** One after the other; with `overlap`, each begins before the one before it has ended. */
function spoken(
  given: readonly { speaker: number; pause: number; lasts: number; text: string }[],
  overlap: boolean,
) {
  let at = 0;
  const free = new Map<number, number>();
  return saidAt(
    given.map(({ speaker, pause, lasts, text: said }) => {
      const from = Math.max(at + 1, free.get(speaker) ?? 0) + (overlap ? 0 : pause);
      at = overlap ? from : from + lasts;
      free.set(speaker, from + lasts);
      return { speaker: NAMES[speaker] ?? '', from, to: from + lasts, text: said };
    }),
  );
}

/** As a file holds it: on one line, without what no line can have. */
const cleaned = (said: string) =>
  said
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
    .replaceAll(/\{\\[^{}]*\}|[\u200e\u200f]/g, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

test.each(names)(`%s: segments, speakers, times and texts (seed ${seed})`, (format) => {
  const isTimed = format === 'eaf' || format === 'textgrid';
  const property = fc.property(
    fc.array(segment, { minLength: 1, maxLength: 8 }),
    fc.boolean(),
    (given, overlap) => {
      const said = spoken(given, overlap && isTimed);
      const read = readTranscript(FORMATS[format](said)).segments;
      const several = new Set(said.map(({ speaker }) => speaker)).size > 1;
      const written = said.filter((one) => cleaned(one.text) !== '');
      expect(read.map((one) => one.text)).toEqual(written.map((one) => cleaned(one.text)));
      expect(read.map((one) => one.startMs)).toEqual(written.map((one) => one.startMs));
      if (several || isTimed) {
        expect(read.map((one) => one.speaker)).toEqual(
          written.map((one) => one.speaker.normalize('NFC')),
        );
      }
      // oTranscribe knows no ends.
      if (format === 'otr') return;
      expect(read.map((one) => one.endMs)).toEqual(written.map((one) => one.endMs));
    },
  );
  fc.assert(property, { numRuns: dose(150, 3000) });
});

test.each(names)('%s: texts that break careless writers', (format) => {
  const texts = HOSTILE.filter((one) => letter.test(one));
  const said = saidAt(
    texts.map((one, at) => ({
      ...{ speaker: `Speaker ${1 + (at % 2)}`, from: at * 1000, to: at * 1000 + 900, text: one },
    })),
  );
  const read = readTranscript(FORMATS[format](said)).segments.map((one) => one.text);
  expect(read).toEqual(texts.map(cleaned));
});

test('word times come back with ELAN and Praat', () => {
  const said = saidAt([
    { speaker: 'Ana', from: 0, to: 900, text: 'We met there.' },
    { speaker: 'Ben', from: 500, to: 1900, text: 'Yes.' },
  ]);
  const words = said.map((one) => one.words);
  for (const format of ['eaf', 'textgrid'] as const) {
    const read = readTranscript(FORMATS[format](said)).segments;
    expect(read.map(({ pieces }) => pieces[0]?.words)).toEqual(words);
  }
});
