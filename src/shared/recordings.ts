/**
 * A recording that is being made: how it is opened, how its sound arrives and is acknowledged, how it ends, and the text
 * that is read of it meanwhile. The only source of these types.
 */
import { z } from 'zod';
import { decimal } from './decimal.ts';
import { nameOfAtMost } from './transcription/given-names.ts';
import { SpeakerName } from './transcription/speakers.ts';
import { CreateTranscription, TranscriptionError } from './transcription/transcription.ts';
import { MAX_TITLE } from './transcription/update-transcription.ts';

export const MAX_RECORDED_HOURS = 10;
/** A recording that gets no sound for so long has ended, and is transcribed. */
export const QUIET_MINUTES = 10;
/** The same of one that is paused. */
export const PAUSED_HOURS = 4;
/** How many a key, or the window, has open at a time, and how many moments of one are marked. */
export const MAX_OPEN_RECORDINGS = 8;
export const MAX_MARKS = 500;

const seconds = (what: string) => z.number().nonnegative().describe(`${what}, in seconds.`);
/** A position in the recording, as it is given. */
const position = z
  .number()
  .min(0)
  .max(MAX_RECORDED_HOURS * 3600);

export const RecordedTrack = z.enum(['microphone', 'computer']).meta({ id: 'RecordedTrack' });
export type RecordedTrack = z.infer<typeof RecordedTrack>;

/** The request for a recording: its tracks, and the options of the transcription it becomes. */
export const OpenRecording = CreateTranscription.omit({
  url: true,
  track: true,
  transcript: true,
  reuse: true,
})
  .extend({
    tracks: z
      .array(RecordedTrack)
      .min(1)
      .refine((tracks) => new Set(tracks).size === tracks.length, 'must name each track once')
      .default(['microphone'])
      .describe('What is recorded, in the order in which the samples are interleaved.'),
    title: nameOfAtMost(MAX_TITLE)
      .nullable()
      .default(null)
      .describe('Left out, it says when the recording began.'),
    speaker: SpeakerName.nullable()
      .default(null)
      .describe('Who speaks into the microphone, where the computer is recorded beside it.'),
    live: z
      .boolean()
      .default(true)
      .describe('Whether its text is made while sound arrives. `false` spares the processor.'),
  })
  .meta({ id: 'OpenRecording' });
export type OpenRecording = z.infer<typeof OpenRecording>;
export type OpenRecordingInput = z.input<typeof OpenRecording>;

/**
 * `recording` and `paused` take sound; `finishing` is being made a transcription; `finished` is one. What was discarded
 * is gone.
 */
export const RecordingStatus = z
  .enum(['recording', 'paused', 'finishing', 'finished'])
  .meta({ id: 'RecordingStatus' });
export type RecordingStatus = z.infer<typeof RecordingStatus>;

export const RecordingMark = z
  .object({
    at: seconds('The position in the recording'),
    comment: z.string().nullable(),
  })
  .meta({ id: 'RecordingMark' });
export type RecordingMark = z.infer<typeof RecordingMark>;

export const MarkMoment = z
  .strictObject({
    at: position
      .optional()
      .describe('The position in the recording, in seconds. Left out, the end of its sound.'),
    comment: z.string().trim().min(1).max(1000).nullable().default(null),
  })
  .meta({ id: 'MarkMoment' });
export type MarkMoment = z.infer<typeof MarkMoment>;

/** Where there is no sound, and silence in its place. */
export const RecordingGap = z
  .object({
    start: seconds('Start'),
    end: seconds('End'),
    track: RecordedTrack.nullable().describe('The track that is missing; `null` for all of them.'),
  })
  .meta({ id: 'RecordingGap' });
export type RecordingGap = z.infer<typeof RecordingGap>;

/** A recording that is being made, as it stands. */
export const LiveRecording = z
  .object({
    id: z.string().describe('`rec_` and 22 letters or digits.'),
    status: RecordingStatus,
    title: z.string(),
    tracks: z.array(RecordedTrack),
    live: z.boolean(),
    language: z.string().nullable().describe('The one asked for; `null` where it is detected.'),
    model: z.string().nullable().describe('The one asked for; `null` for the default.'),
    next_piece: z
      .int()
      .nonnegative()
      .describe('The number of the piece that is to be sent next; all before it are on the disk.'),
    duration: seconds('How much sound there is, with the silence of gaps'),
    marks: z.array(RecordingMark).describe('In order of time.'),
    gaps: z.array(RecordingGap).describe('In order of time.'),
    created_at: z.iso.datetime(),
    ends_at: z.iso
      .datetime()
      .nullable()
      .describe('When it ends by itself unless it is heard of before; `null` once it has ended.'),
    problem: z
      .string()
      .nullable()
      .describe(
        'Why it could not be finished yet, as a sentence; its sound is kept and it is tried again.',
      ),
    transcription_id: z
      .string()
      .nullable()
      .describe('The transcription it became; `null` until it is finished.'),
  })
  .meta({ id: 'LiveRecording' });
export type LiveRecording = z.infer<typeof LiveRecording>;

export const LiveRecordingList = z
  .object({ data: z.array(LiveRecording).describe('Those that are not finished, newest first.') })
  .meta({ id: 'LiveRecordingList' });
export type LiveRecordingList = z.infer<typeof LiveRecordingList>;

/** Which piece of which recording is sent: pieces are numbered 0, 1, 2 … */
export const PieceParam = z.object({
  id: z.string().max(64),
  number: decimal(
    z
      .number()
      .int()
      .min(0)
      .max(MAX_RECORDED_HOURS * 3600 * 100),
  ),
});

/** Where a piece belongs. */
export const PieceQuery = z.object({
  at: decimal(
    z
      .number()
      .min(0)
      .max(MAX_RECORDED_HOURS * 3600),
  )
    .optional()
    .describe(
      'Where its sound begins in the recording, in seconds: what lies between the piece before and it becomes silence. Left out, it follows on.',
    ),
  missing: RecordedTrack.optional().describe(
    'The track that was not recorded here, and whose samples are silence, for example because its device was pulled out.',
  ),
});
export type PieceQuery = z.infer<typeof PieceQuery>;

/** A piece is on the disk. */
export const PieceAcknowledgement = LiveRecording.pick({
  status: true,
  next_piece: true,
  duration: true,
}).meta({ id: 'PieceAcknowledgement' });
export type PieceAcknowledgement = z.infer<typeof PieceAcknowledgement>;

/** Words that one track says one after the other, of one sentence: all of it, or what became firm at once. */
export const LiveSegment = z
  .object({
    id: z
      .int()
      .nonnegative()
      .describe('0, 1, 2 … in order of time; those of provisional segments follow on.'),
    track: RecordedTrack,
    start: seconds('Start'),
    end: seconds('End'),
    text: z.string(),
    language: z.string(),
  })
  .meta({ id: 'LiveSegment' });
export type LiveSegment = z.infer<typeof LiveSegment>;

const liveText = {
  provisional: z
    .array(LiveSegment)
    .describe('What is said after them, as far as it was transcribed: it may still change.'),
  until: seconds('Up to where the recording is transcribed'),
  behind: seconds(
    'How much sound waits to be transcribed because the machine is slower than speech',
  ),
  problem: TranscriptionError.pick({ code: true, message: true })
    .nullable()
    .describe('Why no text is made for now, such as `model_missing`; it is tried again.'),
};

/** The text of a recording that is being made. */
export const LiveText = z
  .object({ segments: z.array(LiveSegment).describe('They never change.'), ...liveText })
  .meta({ id: 'LiveText' });
export type LiveText = z.infer<typeof LiveText>;

export const LiveTextQuery = z.object({
  from: decimal(z.number().int().min(0))
    .default(0)
    .describe('The id of the first segment that you do not know yet.'),
});

/** Changes of recordings that are being made; part of the events of `/v1/events`. */
export const recordingEvents = [
  z
    .object({ type: z.literal('recording'), recording: LiveRecording })
    .describe('A recording began, was paused, marked, goes on, or ended. Not sent for each piece.'),
  z
    .object({ type: z.literal('recording_discarded'), id: z.string() })
    .describe('A recording was discarded with all of its sound.'),
  z
    .object({
      type: z.literal('recording_text'),
      id: z.string().describe('The recording that is being made.'),
      from: z.int().nonnegative().describe('The id of the first of these segments.'),
      segments: z.array(LiveSegment).describe('What became firm since the last of these events.'),
      ...liveText,
    })
    .describe(
      'Where segments before `from` are not known, `GET /v1/recordings/{id}/text` has them.',
    ),
] as const;
