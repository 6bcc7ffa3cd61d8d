/** What oTranscribe writes, now and in its first versions. */
import { describe, expect, test } from 'vitest';
import { TranscriptFileError } from '../../../../src/shared/imports/given-transcript.ts';
import { readTranscript } from '../../../../src/shared/imports/read-transcript.ts';

const stamp = (seconds: number | string, shown = '0:00') =>
  `<span class="timestamp" contenteditable="false" data-timestamp="${seconds}">${shown}</span>`;
const otr = (text: string) =>
  new TextEncoder().encode(JSON.stringify({ text, media: 'talk.mp3', 'media-time': 12.5 }));
const readWhole = (text: string) => readTranscript(otr(text));
const read = (text: string) =>
  readWhole(text).segments.map((one) => [one.startMs, one.endMs, one.speaker, one.text]);
const fault = (text: string): [string, string | null] => {
  try {
    readWhole(text);
  } catch (error) {
    if (error instanceof TranscriptFileError) return [error.code, error.place];
    throw error;
  }
  throw new Error('It was taken.');
};

test('what follows a time stamp is said until the next; nothing says when the last one ends', () => {
  const html = `<p>${stamp(1.25)}&nbsp;We <i>met</i> &lt;there&gt; &amp;<br>left.</p><p>${stamp(4)} Later ${stamp(6)} on.</p>`;
  expect(read(html)).toEqual([
    [1250, expect.any(Number), null, 'We met <there> &'],
    [expect.any(Number), 4000, null, 'left.'],
    [4000, 6000, null, 'Later'],
    [6000, 7000, null, 'on.'],
  ]);
  expect(readWhole(html).guessedFromMs).toBe(6000);
});

test('names are those before a colon, and whoever is not named goes on', () => {
  const plain = `<p>${stamp(1)} Ana: Hello.</p><p>${stamp(2)} Ben: Yes.</p><p>${stamp(3)} And more.</p>`;
  expect(read(plain).map(([, , speaker, text]) => [speaker, text])).toEqual([
    ['Ana', 'Hello.'],
    ['Ben', 'Yes.'],
    ['Ben', 'And more.'],
  ]);
  const bold = `<p>${stamp(1)} <b>dr. x of y and z:</b> Hello.</p><p>${stamp(2)} <strong>Ben:</strong> a: b.</p>`;
  expect(read(bold).map(([, , speaker, text]) => [speaker, text])).toEqual([
    ['dr. x of y and z', 'Hello.'],
    ['Ben', 'a: b.'],
  ]);
  const fullWidth = `<p>${stamp(1)} <b>司会 a\uff1a</b> はい</p><p>${stamp(2)} <b>田中\uff1a</b>どうも</p>`;
  expect(read(fullWidth).map(([, , speaker, text]) => [speaker, text])).toEqual([
    ['司会 a', 'はい'],
    ['田中', 'どうも'],
  ]);
});

test('what stands before the first time stamp is not lost', () => {
  expect(read(`<p>Interview</p><p>${stamp(3)} Yes.</p>`)).toEqual([
    [0, 3000, null, 'Interview'],
    [3000, 4000, null, 'Yes.'],
  ]);
});

test('old files have clocks, and times without an attribute', () => {
  const old = `${stamp('1:02', '1:02')} We met. <span class="timestamp" onclick="x">01:00:03</span> Later.`;
  expect(read(old).map(([from]) => from)).toEqual([62_000, 3_603_000]);
});

test('scripts and pictures are nothing but tags', () => {
  expect(
    read(`${stamp(1)}<img src=x onerror="alert(1)">We<script>met</script><!-- no -->.`),
  ).toEqual([[1000, 2000, null, 'Wemet.']]);
});

describe('is refused', () => {
  test.each<[string, string, string, RegExp]>([
    ['without time stamps', '<p>Hello.</p>', 'times', /no time stamps/],
    ['a time that is none', `${stamp('soon')} Hello.`, 'times', /wrong time: soon/],
    [
      'one that goes back',
      `${stamp(9)} Hello. ${stamp(3)} Yes.`,
      'times',
      /goes back in time: 9\.000 s comes before 3\.000 s/,
    ],
    ['time stamps alone', stamp(1), 'empty', /^$/],
    [
      'a paragraph too long to correct',
      `${stamp(1)} ${'x'.repeat(10_001)}`,
      'too_large',
      /^Line 1 .*more than 10,000/,
    ],
  ])('%s', (_what, html, code, place) => {
    const [found, message] = fault(html);
    expect(found).toBe(`transcript_${code}`);
    expect(message ?? '').toMatch(place);
  });
});
