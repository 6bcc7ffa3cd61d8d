/** Editing a finished transcript. */
import { z } from 'zod';
import { CueEdit, CueEditFields, checkCueEdit } from '../subtitles/cue-edits.ts';
import { MAX_SPEAKERS, Speaker, SpeakerName } from './speakers.ts';
import { Structured } from './structured.ts';
import { TranscriptSegment } from './transcription.ts';

/** The maximum number of segments in one request, such as replacing a name everywhere. */
export const MAX_EDITS_AT_ONCE = 5000;

const EditedText = z
  .string()
  .max(10_000)
  .transform((text) =>
    text
      .normalize('NFC')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );
const ConfirmedWords = z
  .array(z.int().nonnegative())
  .max(10_000)
  .describe(
    'Places in `words`, as they are after this edit, of those a person has found to be right; the others are not.',
  );
const SpeakerNumber = z
  .int()
  .min(1)
  .max(MAX_SPEAKERS)
  .describe('One of `speakers`, or one more than the last of them for a new speaker.');

/** A new text, a new speaker, or confirmed words for one segment. */
const SegmentEdit = z
  .strictObject({
    id: z.int().nonnegative().describe('The segment.'),
    text: EditedText.optional().describe(
      'What it says now, on one line; empty takes the segment out of the text.',
    ),
    speaker_id: SpeakerNumber.optional(),
    confirmed_words: ConfirmedWords.optional(),
    original: z.literal(true).optional().describe('Back to the text as it was transcribed.'),
  })
  .refine(({ text, original }) => text === undefined || original === undefined, {
    message: 'must have either text or original, not both',
  })
  .meta({ id: 'SegmentEdit' });

export const EditSegments = z
  .strictObject({
    revision: z.int().nonnegative().describe('The `revision` the edit is based on.'),
    segments: z.array(SegmentEdit).min(1).max(MAX_EDITS_AT_ONCE),
  })
  .meta({ id: 'EditSegments' });
export type EditSegments = z.infer<typeof EditSegments>;

export const EditedSegments = z
  .object({
    revision: z.int().nonnegative(),
    segments: z.array(TranscriptSegment).describe('Those that were named, as they are now.'),
    speakers: z.array(Speaker),
    structured: Structured.nullable().describe('Made again from the edited text.'),
  })
  .meta({ id: 'EditedSegments' });
export type EditedSegments = z.infer<typeof EditedSegments>;

const id = z.int().nonnegative();
const passage = {
  first: id.describe('The first segment.'),
  last: id.describe('The last segment.'),
};
const isPassage = ({ first, last }: { first: number; last: number }) => first <= last;
const backwards = { path: ['last'], error: 'must not be before first' };

/** What was done to subtitles, as the history calls it. */
const CueStepKind = z.enum(['cue', 'cue_times', 'cue_split', 'cue_join', 'cue_reset']);

/** One change of a transcript. Ids are those after the preceding changes of the same request. */
export const TranscriptEdit = z
  .discriminatedUnion('op', [
    z
      .strictObject({
        op: z.literal('text'),
        id,
        text: EditedText.describe('On one line; empty takes the segment out of the text.'),
      })
      .describe('Says something else. Words that were there before keep their times.'),
    z
      .strictObject({
        op: z.literal('split'),
        id,
        offset: z.int().min(1).describe('Where in its text, in UTF-16 code units.'),
      })
      .describe('Cuts a segment in two; the second follows under the next id.'),
    z
      .strictObject({ op: z.literal('join'), id: z.int().positive() })
      .describe('Joins a segment to the one before it, whose speaker says both.'),
    z
      .strictObject({ op: z.literal('paragraph'), id, begins: z.boolean() })
      .describe('Begins a paragraph with a segment, or joins it to the paragraph before.'),
    z
      .strictObject({
        op: z.literal('speaker'),
        ...passage,
        speaker_id: SpeakerNumber,
        of: z.int().positive().optional().describe('Only what this speaker says there.'),
        name: SpeakerName.nullable()
          .optional()
          .describe(
            'The name of a new speaker, who says nothing before this request; given in the same step.',
          ),
      })
      .refine(isPassage, backwards)
      .describe('Gives a passage to a speaker.'),
    z
      .strictObject({ op: z.literal('confirm'), id, words: ConfirmedWords })
      .describe('Says which words of a segment are right, however sure the model was of them.'),
    z
      .strictObject({ op: z.literal('heard'), ...passage })
      .refine(isPassage, backwards)
      .describe('Back to what was transcribed, where the passage and it begin and end together.'),
    CueEditFields.extend({
      op: z.literal('cues'),
      kind: CueStepKind.optional().describe('What the history calls it.'),
    })
      .superRefine(checkCueEdit)
      .describe('Changes subtitles by hand, as `PATCH /v1/transcriptions/{id}/cues` does.'),
  ])
  .meta({ id: 'TranscriptEdit' });
export type TranscriptEdit = z.infer<typeof TranscriptEdit>;

const revision = z.int().nonnegative().describe('The `revision` it is based on.');

/** Changes that are stored atomically, as one step of the history. */
export const EditTranscript = z
  .strictObject({
    revision,
    edits: z.array(TranscriptEdit).min(1).max(MAX_EDITS_AT_ONCE),
    request: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Your own name for it: sent again, it changes nothing more.'),
  })
  .meta({ id: 'EditTranscript' });
export type EditTranscript = z.infer<typeof EditTranscript>;

export const StepRequest = z.strictObject({ revision }).meta({ id: 'StepRequest' });
export type StepRequest = z.infer<typeof StepRequest>;

/** What a step of the history did; for several changes, the most significant one. */
export const StepKind = z.enum([
  'text',
  'split',
  'join',
  'paragraph',
  'speaker',
  'confirm',
  'heard',
  'name',
  'voices',
  ...CueStepKind.options,
]);
export type StepKind = z.infer<typeof StepKind>;

const TELLING = ['heard', 'speaker', 'split', 'join', 'paragraph', 'text', 'confirm'] as const;

/** The history's name for a step with all of these edits. */
export function kindOf(edits: readonly (TranscriptEdit | { op: 'original' })[]): StepKind {
  const ops = new Set(edits.map(({ op }) => (op === 'original' ? 'heard' : op)));
  const telling = TELLING.find((kind) => ops.has(kind));
  if (telling) return telling;
  const [edit] = edits;
  if (edit?.op !== 'cues') return 'text';
  return edit.kind ?? (edit.cues ? 'cue' : 'cue_reset');
}

/** What a step was about, for people who are asked whether to undo it. */
export const StepAbout = z
  .object({
    start: z
      .number()
      .nonnegative()
      .nullable()
      .describe('Where in the recording it begins, in seconds; `null` for a name.'),
    count: z.int().nonnegative().describe('How many segments or subtitles it changed.'),
    name: z
      .string()
      .nullable()
      .describe(
        'The speaker’s name, or who was given the segments; `null` where it was taken away.',
      ),
    of: z
      .string()
      .nullable()
      .describe('The name before, or the speaker who says nothing any more.'),
  })
  .meta({ id: 'StepAbout' });
export type StepAbout = z.infer<typeof StepAbout>;

export const HistoryStep = z
  .object({
    number: z.int().positive(),
    kind: StepKind.describe(
      '`name`: of a speaker; `voices`: told apart again; `cue` and what begins with it: subtitles.',
    ),
    about: StepAbout.nullable().describe('`null` where nothing is known of it.'),
    made_at: z.iso.datetime(),
    undone: z.boolean(),
  })
  .meta({ id: 'HistoryStep' });
export type HistoryStep = z.infer<typeof HistoryStep>;

export const NextSteps = z
  .object({
    undo: HistoryStep.nullable().describe('What undoing takes back.'),
    redo: HistoryStep.nullable().describe('What redoing does again.'),
  })
  .meta({ id: 'NextSteps' });
export type NextSteps = z.infer<typeof NextSteps>;

export const History = NextSteps.extend({
  revision: z.int().nonnegative(),
  data: z.array(HistoryStep).describe('The last 200 steps, newest first.'),
}).meta({ id: 'History' });
export type History = z.infer<typeof History>;

/** Replaced segments: `removed` of them from `first` on, counted at the time of this change. */
const SegmentSplice = z
  .object({
    first: id.describe('Where, after the changes before this one.'),
    removed: z.int().nonnegative().describe('How many segments go.'),
    segments: z.array(TranscriptSegment).describe('What stands there now.'),
  })
  .meta({ id: 'SegmentSplice' });

/** The result of an edit, an undo or a redo. */
export const EditedTranscript = z
  .object({
    revision: z.int().nonnegative(),
    replayed: z.boolean().describe('It had been made before by the same `request`: load the text.'),
    changes: z.array(SegmentSplice).describe('In order.'),
    speakers: z.array(Speaker),
    structured: Structured.nullable().describe('Made again from the edited text.'),
    cues: z
      .array(CueEdit)
      .nullable()
      .describe('All subtitles changed by hand as they are now; `null` where it changed none.'),
    history: NextSteps,
  })
  .meta({ id: 'EditedTranscript' });
export type EditedTranscript = z.infer<typeof EditedTranscript>;

/** A passage that differs from the original transcript. */
export const HeardPassage = z
  .object({
    first: id.describe('Its first segment now.'),
    last: id.describe('Its last segment now.'),
    start: z.number().nonnegative().describe('In seconds.'),
    heard: z
      .array(z.object({ speaker: z.string(), text: z.string() }))
      .describe('The segments as they were transcribed.'),
  })
  .meta({ id: 'HeardPassage' });
export type HeardPassage = z.infer<typeof HeardPassage>;

export const HeardPassages = z
  .object({
    revision: z.int().nonnegative(),
    data: z
      .array(HeardPassage)
      .describe('In order of time; what is as it was transcribed is left out.'),
  })
  .meta({ id: 'HeardPassages' });
export type HeardPassages = z.infer<typeof HeardPassages>;

/** The words with exactly those at these positions marked as confirmed. */
export function confirmWords<Said extends { confirmed?: true | undefined }>(
  words: readonly Said[],
  places: readonly number[],
): Said[] {
  const right = new Set(places);
  return words.map(({ confirmed: _, ...word }, at) => ({
    ...(word as Said),
    ...(right.has(at) && { confirmed: true as const }),
  }));
}
