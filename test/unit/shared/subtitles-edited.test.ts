import { describe, expect, test } from 'vitest';
import {
  backToAutomatic,
  draftOf,
  joinNext,
  rewrite,
  split,
} from '../../../src/renderer/src/pages/transcript/subtitles/cue-changes.ts';
import {
  type CueEdit,
  EditCues,
  withCueEdit,
  wordsWithin,
} from '../../../src/shared/subtitles/cue-edits.ts';
import { buildCues } from '../../../src/shared/subtitles/cues.ts';
import { buildEditedCues } from '../../../src/shared/subtitles/edited-cues.ts';
import { SubtitleOptions } from '../../../src/shared/subtitles/subtitle-options.ts';
import { TranscriptEdit } from '../../../src/shared/transcription/editing.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { speak } from '../../helpers/corpus/texts-spoken.ts';

const OPTIONS = SubtitleOptions.parse({});
const SEGMENTS = speak([
  'The garden is quiet today.',
  { text: 'Nobody has seen the old gardener since Monday morning, have they?', pauseMs: 1500 },
  { text: 'No, but his dog is there.', speaker: 'Speaker 2', pauseMs: 1500 },
]);

/** As the service stores what the window asks for. */
function store(
  segments: readonly Segment[],
  edits: readonly CueEdit[],
  asked: TranscriptEdit,
): CueEdit[] {
  const edit = TranscriptEdit.parse(asked);
  if (edit.op !== 'cues') throw new Error('It is about subtitles.');
  const span = { startMs: Math.round(edit.from * 1000), endMs: Math.round(edit.to * 1000) };
  return withCueEdit(edits, edit, wordsWithin(segments, span));
}

const made = (edits: readonly CueEdit[] = [], segments = SEGMENTS) =>
  buildEditedCues(segments, OPTIONS, edits);
const texts = (cues: ReturnType<typeof made>) => cues.map(({ lines }) => lines.join('|'));
const edited = (index: number, text: string) => {
  const cues = made();
  const cue = cues[index];
  if (!cue) throw new Error('There is no such cue.');
  return store(SEGMENTS, [], rewrite(cues, index, { ...draftOf(cue), text }));
};

test('without edits they are those made of the words', () => {
  const cues = made().map(({ words: _, edit: __, ...cue }) => cue);
  expect(cues).toEqual(buildCues(SEGMENTS, OPTIONS));
});

test('what was written stands in its place, the rest stays', () => {
  const before = made();
  const after = made(edited(1, 'Where is the gardener?'));
  expect(texts(after)).toEqual([
    texts(before)[0],
    'Where is the gardener?',
    ...texts(before).slice(2),
  ]);
  expect(after[1]).toMatchObject({ edit: { outdated: false }, startMs: before[1]?.startMs });
});

test('it stands whatever the options are', () => {
  const options = SubtitleOptions.parse({ max_chars_per_line: 15, max_lines: 1 });
  const cues = buildEditedCues(SEGMENTS, options, edited(0, 'A quiet garden'));
  expect(cues[0]?.lines).toEqual(['A quiet garden']);
  expect(cues.filter(({ edit }) => edit)).toHaveLength(1);
});

test('a cue is split at a place of its text, and both together go back', () => {
  const cues = made();
  const cue = cues[0];
  if (!cue) throw new Error('There is a cue.');
  const asked = split(cues, 0, draftOf(cue), 'The garden'.length);
  if (!asked) throw new Error('It can be split.');
  const edits = store(SEGMENTS, [], asked);
  const parted = made(edits);
  expect(texts(parted).slice(0, 2)).toEqual(['The garden', 'is quiet today.']);
  expect(parted[0]?.endMs).toBe(parted[1]?.startMs);
  expect(parted[1]?.endMs).toBe(cue.endMs);
  expect(split(cues, 0, draftOf(cue), 0)).toBeNull();
  expect(texts(made(store(SEGMENTS, edits, backToAutomatic(parted, 1))))).toEqual(texts(cues));
});

test('two cues are joined, also one that was written and one that was not', () => {
  const edits = edited(0, 'Quiet!');
  const cues = made(edits);
  const first = cues[0];
  const asked = first && joinNext(cues, 0, draftOf(first));
  if (!asked) throw new Error('There is a next one.');
  const joined = made(store(SEGMENTS, edits, asked));
  expect(joined).toHaveLength(cues.length - 1);
  expect(joined[0]?.lines).toEqual(['Quiet!', ...(cues[1]?.lines ?? [])]);
  expect(joined[0]?.endMs).toBe(cues[1]?.endMs);
});

describe('when the text changes afterwards', () => {
  const change = (index: number, text: string) =>
    SEGMENTS.map((segment, at) =>
      at === index
        ? {
            ...segment,
            text,
            words: segment.words.map((word, n) => ({ ...word, text: text.split(' ')[n] ?? '' })),
          }
        : segment,
    );

  test('elsewhere, what was written stays and is up to date', () => {
    const [first] = made(edited(0, 'Quiet!'), change(2, 'Yes, and her cat is there.'));
    expect(first).toMatchObject({ lines: ['Quiet!'], edit: { outdated: false } });
  });

  test('below it, what was written stays and says so', () => {
    const [first] = made(edited(0, 'Quiet!'), change(0, 'The kitchen is quiet today.'));
    expect(first).toMatchObject({ lines: ['Quiet!'], edit: { outdated: true } });
  });
});

test('a cue that stays longer pushes those after it, and none overlaps', () => {
  const cues = made();
  const [first] = cues;
  if (!first) throw new Error('There is a cue.');
  const longer = { ...draftOf(first), endMs: (cues[1]?.startMs ?? 0) + 300 };
  const after = made(store(SEGMENTS, [], rewrite(cues, 0, longer)));
  expect(after[0]?.endMs).toBe(longer.endMs);
  for (const [at, cue] of after.entries()) {
    expect(cue.startMs).toBeGreaterThanOrEqual(after[at - 1]?.endMs ?? 0);
    expect(cue.endMs).toBeGreaterThan(cue.startMs);
  }
});

test.each([
  ['one that goes before it comes', [{ start: 2, end: 1, text: 'a' }]],
  [
    'two at once',
    [
      { start: 0, end: 2, text: 'a' },
      { start: 1, end: 3, text: 'b' },
    ],
  ],
  ['one without text', [{ start: 0, end: 1, text: ' \n ' }]],
])('%s is refused', (_what, cues) => {
  expect(EditCues.safeParse({ from: 0, to: 3, cues }).success).toBe(false);
});
