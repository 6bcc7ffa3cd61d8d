/** What programs of research get: each speaker on a tier, and the recording beside it. */
import { describe, expect, test } from 'vitest';
import { recordingFile } from '../../../../src/shared/exports/recording-file.ts';
import { writeEaf } from '../../../../src/shared/exports/write-eaf.ts';
import { writeOtr } from '../../../../src/shared/exports/write-otr.ts';
import { writeProject } from '../../../../src/shared/exports/write-qdpx.ts';
import { writeTextGrid } from '../../../../src/shared/exports/write-textgrid.ts';
import { finishedTranscription } from '../../../helpers/corpus/finished-transcription.ts';
import { AT_ONCE, saidAt } from '../../../helpers/corpus/said.ts';

const segments = saidAt(AT_ONCE);
const recording = { name: 'Talk & more.mp3', type: 'audio/mpeg', isVideo: false };
const date = '2026-01-01T00:00:00.000Z';
const guid = (name: string) => `${name}-guid`;

describe('ELAN', () => {
  const facts = { recording, date, language: 'en', guid: 'x' };
  const eaf = (given = segments) => [...writeEaf(given, facts)].join('');

  test('has a tier for each speaker and one of words below it, and times in order', () => {
    const file = eaf();
    const tiers = [...file.matchAll(/<TIER .*TIER_ID="([^"]*)"/g)].map(([, name]) => name);
    expect(tiers).toEqual([
      ...['Ana &quot;Ani&quot; Ruiz', 'Ana &quot;Ani&quot; Ruiz - words', 'Ben', 'Ben - words'],
    ]);
    expect(file).toContain('PARENT_REF="Ben" PARTICIPANT="Ben" TIER_ID="Ben - words"');
    expect(file).toContain('We met in &lt;the&gt; garden &amp; left.');
    const times = [...file.matchAll(/TIME_VALUE="(\d+)"/g)].map(([, ms]) => Number(ms));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(0)).toBe(500);
    expect(times.at(-1)).toBe(5250);
  });

  test('names the recording beside it, and languages', () => {
    const mixed = segments.map((one, at) => ({ ...one, language: at === 1 ? 'es' : 'en' }));
    const file = eaf(mixed);
    expect(file).toContain('RELATIVE_MEDIA_URL="./Talk%20%26%20more.mp3"');
    expect(file).toContain('LANG_ID="en" LANG_LABEL="English"');
    expect(file).toMatch(/<ALIGNABLE_ANNOTATION ANNOTATION_ID="a\d+" LANG_REF="es"/);
  });

  test('tells a speaker from the words of another', () => {
    const file = eaf(
      saidAt([
        { speaker: 'Ben - words', from: 0, to: 900, text: 'One.' },
        { speaker: 'Ben', from: 1000, to: 1900, text: 'Two.' },
      ]),
    );
    const tiers = [...file.matchAll(/TIER_ID="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(tiers).size).toBe(4);
  });
});

describe('TextGrid', () => {
  const grid = (given = segments, durationMs = 6000) =>
    [...writeTextGrid(given, { durationMs })].join('');

  test('leaves no time out, and doubles quotes', () => {
    const file = grid();
    expect(file).toContain('name = "Ana ""Ani"" Ruiz" ');
    expect(file).toContain('text = "Yes ""we"" did." ');
    for (const tier of file.split('class = "IntervalTier"').slice(1)) {
      const times = [...tier.matchAll(/xm(in|ax) = ([\d.]+)/g)].map(([, , s]) => Number(s));
      const [from, to, ...intervals] = times;
      expect([from, to]).toEqual([0, 6]);
      expect(intervals.at(0)).toBe(0);
      expect(intervals.at(-1)).toBe(6);
      for (let at = 1; at + 1 < intervals.length; at += 2) {
        expect(intervals[at]).toBe(intervals[at + 1]);
        expect(Number(intervals[at])).toBeGreaterThan(Number(intervals[at - 1]));
      }
    }
  });

  test('has a tier and a length where nothing is said', () => {
    expect(grid([], 0)).toMatch(/xmax = 0\.001 \n[\s\S]*size = 1 \n[\s\S]*text = "" \n/);
  });

  test('joins what one speaker says twice at once to one interval, and loses none of it', () => {
    const file = grid(
      saidAt([
        { speaker: 'Ben', from: 0, to: 2000, text: 'All of it.' },
        { speaker: 'Ben', from: 1000, to: 1500, text: 'And more.' },
      ]),
    );
    expect(file).toContain('text = "All of it. And more." ');
  });
});

test('oTranscribe has a paragraph with its time for each segment', () => {
  const { text, ...facts } = JSON.parse(writeOtr(segments, recording)) as { text: string };
  expect(facts).toEqual({ media: 'Talk & more.mp3', 'media-source': '', 'media-time': 0 });
  expect(text.split('</p>')[1]).toBe(
    '<p><span class="timestamp" data-timestamp="2">00:02</span>&nbsp;<b>Ben:</b> Yes &quot;we&quot; did.',
  );
});

test('REFI-QDA has the recording, its text, and points that never go back in time', () => {
  const [project, text] = writeProject(segments, { title: 'Talk <1>', recording, date, guid });
  expect(text).toEqual({
    name: 'sources/text-guid.txt',
    text: 'Ana "Ani" Ruiz:\tWe met in <the> garden & left.\nBen:\tYes "we" did.\nAna "Ani" Ruiz:\tLater.\n',
  });
  expect(project?.name).toBe('project.qde');
  expect(project?.text).toContain('path="relative:///Talk &amp; more.mp3"');
  const points = [...(project?.text ?? '').matchAll(/timeStamp="(\d+)" position="(\d+)"/g)];
  expect(points.map(([, ms, at]) => [Number(ms), Number(at)])).toEqual([
    ...[
      [500, 0],
      [2000, 47],
      [3000, 65],
      [4000, 66],
      [5250, 88],
    ],
  ]);
  const video = { ...recording, isVideo: true };
  const [film] = writeProject(segments, { title: 'Talk', recording: video, date, guid });
  expect(film?.text).toContain('<VideoSource guid="recording-guid"');
});

test.each([
  ['Interview.WAV', null, 'Interview.WAV', 'audio/x-wav'],
  ['Interview with Ana', 'video/mp4', 'Interview with Ana.mp4', 'video/mp4'],
  ['../../a/b.mp3', null, 'a b.mp3', 'audio/mpeg'],
])('the recording of %j is called as it is', (title, kept, name, type) => {
  const transcription = finishedTranscription([], { title });
  const { result } = transcription;
  const media = kept === null ? null : { type: kept, url: 'http://a/b', waveform: 'http://a/c' };
  const found = recordingFile({ ...transcription, result: result && { ...result, media } });
  expect(found).toMatchObject({ name, type, isVideo: type.startsWith('video/') });
});
