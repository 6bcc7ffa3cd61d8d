/** Projects of REFI-QDA as programs of qualitative research write them, and archives that were made to harm. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { TranscriptFileError } from '../../../../src/shared/imports/given-transcript.ts';
import { readTranscript } from '../../../../src/shared/imports/read-transcript.ts';

const TEXT = 'Ana: 👍 We met.\r\nBen: Yes,\nwe did.\n';
const points = (...all: readonly (readonly [number, number])[]) =>
  all.map(([at, ms]) => `<SyncPoint guid="x" position="${at}" timeStamp="${ms}"/>`).join('');
const transcript = (inner: string, attributes = 'plainTextPath="internal://T.txt"') =>
  `<Transcript guid="x" name="Talk" ${attributes}>${inner}</Transcript>`;
const project = (transcripts: string) =>
  `<?xml version="1.0"?><qda:Project xmlns:qda="urn:QDA-XML:project:1.0" name="P"><Sources><TextSource><PlainTextContent>No</PlainTextContent></TextSource><AudioSource guid="x" path="internal://A.mp3">${transcripts}</AudioSource></Sources></qda:Project>`;
const POINTS = points([15, 1000], [0, 0], [33, 4000]);
const archive = (
  qde: string,
  files: Record<string, Uint8Array> = { 'sources/T.txt': strToU8(TEXT) },
) => zipSync({ 'project.qde': strToU8(qde), ...files });
const usual = archive(project(transcript(POINTS)));

const read = (bytes: Uint8Array) =>
  readTranscript(bytes).segments.map((one) => [one.startMs, one.endMs, one.speaker, one.text]);
const fault = (bytes: Uint8Array): [string, string | null] => {
  try {
    readTranscript(bytes);
  } catch (error) {
    if (error instanceof TranscriptFileError) return [error.code, error.place];
    throw error;
  }
  throw new Error('It was taken.');
};
const EXPECTED = [
  [0, 1000, 'Ana', '👍 We met.'],
  [1000, 2875, 'Ben', 'Yes,'],
  [2875, 4000, 'Ben', 'we did.'],
];

test('positions count characters of Unicode, and paragraphs between two points share their time', () => {
  expect(read(usual).map(([from, to, , text]) => [from, to, text])).toEqual([
    [0, 1000, '👍 We met.'],
    [1000, expect.any(Number), 'Yes,'],
    [expect.any(Number), 4000, 'we did.'],
  ]);
  expect(read(usual).map(([, , speaker]) => speaker)).toEqual(['Ana', 'Ben', 'Ben']);
});

test('the text may be in the project, or in a folder of another case', () => {
  const inside = transcript(`<PlainTextContent>${TEXT}</PlainTextContent>${POINTS}`, '');
  const texts = (bytes: Uint8Array) => read(bytes).map(([, , , text]) => text);
  expect(texts(archive(project(inside), {}))).toEqual(EXPECTED.map(([, , , text]) => text));
  const folder = { 'Sources/t.TXT': strToU8(`\ufeff${TEXT}`) };
  expect(texts(archive(project(transcript(POINTS)), folder))).toEqual(texts(usual));
});

test('names in the archive lead nowhere: nothing of it is written', () => {
  const evil = {
    '../../etc/passwd': strToU8('x'),
    '/root/x': strToU8('x'),
    'sources/T.txt': strToU8(TEXT),
  };
  expect(read(archive(project(transcript(POINTS)), evil))).toEqual(read(usual));
});

function expectFault(_what: string, bytes: Uint8Array, code: string, place: RegExp): void {
  const [found, message] = fault(bytes);
  expect(found).toBe(`transcript_${code}`);
  expect(message ?? '').toMatch(place);
}

describe('a project is refused: ', () => {
  const two = project(transcript(POINTS) + transcript(POINTS));
  test.each<[string, Uint8Array, string, RegExp]>([
    [
      'another archive',
      zipSync({ 'a.txt': strToU8('a') }),
      'unreadable',
      /without a project of REFI-QDA/,
    ],
    [
      'a project without times',
      archive(project(transcript(points([0, 0])))),
      'unreadable',
      /not? transcript that is tied to the times/,
    ],
    [
      'several transcripts',
      archive(two),
      'unreadable',
      /several transcripts: “Talk”, “Talk”\. Export one of them alone/,
    ],
    [
      'a text that is not there',
      archive(project(transcript(POINTS)), {}),
      'unreadable',
      /lacks the text of its transcript “Talk”/,
    ],
    [
      'a text elsewhere',
      archive(project(transcript(POINTS, 'plainTextPath="absolute:///etc/passwd"'))),
      'unreadable',
      /“Talk” of the project has no plain text/,
    ],
    [
      'Latin-1',
      archive(project(transcript(POINTS)), { 'sources/T.txt': Uint8Array.of(0xe9) }),
      'encoding',
      /^$/,
    ],
    [
      'a place that is none',
      archive(project(transcript(points([-1, 5])))),
      'times',
      /wrong time or place: -1/,
    ],
  ])('%s', expectFault);
});

/** Changes numbers in the list at the end of the archive, where names and sizes are. */
function forged(bytes: Uint8Array, change: (view: DataView, entry: number, end: number) => void) {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  let end = copy.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  change(view, view.getUint32(end + 16, true), end);
  return copy;
}

describe('an archive is refused: ', () => {
  const huge = archive(project(`${' '.repeat(33 * 1024 ** 2)}${transcript(POINTS)}`));
  test.each<[string, Uint8Array, string, RegExp]>([
    ['a damaged archive', usual.subarray(0, usual.length - 30), 'unreadable', /damaged ZIP/],
    [
      'what says that it is longer',
      forged(usual, (view, entry) => view.setUint32(entry + 20, 2 ** 31, true)),
      'unreadable',
      /damaged/,
    ],
    [
      'what lies elsewhere',
      forged(usual, (view, entry) => view.setUint32(entry + 42, 2 ** 31, true)),
      'unreadable',
      /damaged/,
    ],
    [
      'what has a password',
      forged(usual, (view, entry) => view.setUint16(entry + 8, 1, true)),
      'unreadable',
      /with a password/,
    ],
    ['what unpacks to too much', huge, 'too_large', /^$/],
    [
      'what says that it unpacks to little',
      forged(huge, (view, entry) => view.setUint32(entry + 24, 100, true)),
      'too_large',
      /^$/,
    ],
    [
      'what says that it has more files',
      forged(archive(project(transcript(POINTS)), {}), (view, _entry, end) =>
        view.setUint16(end + 10, 65_000, true),
      ),
      'unreadable',
      /lacks the text|damaged/,
    ],
  ])('%s', expectFault);

  test('although it is small', () => {
    expect(huge.length).toBeLessThan(100_000);
    expect(Object.keys(unzipSync(usual))).toEqual(['project.qde', 'sources/T.txt']);
  });
});
