import { z } from 'zod';
import type { CueEdit } from '../../../shared/subtitles/cue-edits.ts';
import { Word } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Database } from '../database.ts';
import { type Job, toJob } from '../jobs/job.ts';
import { type Naming, nameSpeaker } from '../speakers/name-speakers.ts';
import { COUNT_SPEAKERS, warningsAfter } from '../speakers/speaker.repository.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { SegmentRow } from '../tables.ts';
import { type CueChange, readCueEdits, storeCues } from './cue.repository.ts';
import {
  addMissingSpeakers,
  addStep,
  keepTranscribed,
  markStep,
  type NewStep,
  type NextSteps,
  packStep,
  readBody,
  readNext,
  readTranscribed,
  type StepBody,
  storeVoices,
  type Voices,
} from './history.repository.ts';
import { assertRevision, inRevision } from './revision.ts';
import { type RowChange, readRows, storeChanges } from './row-changes.ts';
import { readResult, type StoredResult } from './stored-result.ts';
import { updateStructured } from './structuring.repository.ts';

/** The transcribed text, kept when a user first changes a segment. */
export const Original = z.object({ text: z.string(), words: z.array(Word) });
export type Original = z.infer<typeof Original>;

/** A speaker's label, and the name a user gave. */
export type SpeakerLabel = { label: string; name: string | null };

/** What a change starts from, all of one moment. */
export type Basis = {
  /** In chronological order. */
  rows: readonly SegmentRow[];
  /** By number, even of speakers who say nothing any more. */
  speakers: Map<number, SpeakerLabel>;
  /** Whether there is a structured text, which every change updates. */
  isStructured: boolean;
};

/** A finished transcription as of one moment, without words. */
export type Edited = {
  job: Job;
  result: StoredResult;
  next: NextSteps;
  /** All subtitles edited by hand; null where they have not changed. */
  cues: CueEdit[] | null;
};

/** A new step, or a step of the history that is undone or redone. */
type StepWay = { add: NewStep } | { undo: number } | { redo: number };

/** Everything that changes together. */
export type TranscriptChange = {
  rows: readonly RowChange[];
  /** New speakers, by number. */
  added?: ReadonlyMap<number, string>;
  voices?: Voices | undefined;
  names?: readonly Naming[] | undefined;
  cues?: CueChange | undefined;
  /** The structured text that follows from the change; null to leave it. */
  structured: string | null;
  way: StepWay;
};

/** Users' changes to finished transcripts. */
export function createEditRepository(db: Database) {
  return {
    /** @throws edited_elsewhere when `revision` is not the newest; not_found */
    basis: (id: string, revision: number): Promise<Basis> =>
      dialectOf(db).together(db, async (trx) => {
        await assertRevision(trx, id, revision);
        return readBasis(trx, id);
      }),

    /** The step to undo or redo next; null if there is none. @throws as `basis` */
    next: (id: string, revision: number, way: 'undo' | 'redo') =>
      dialectOf(db).together(
        db,
        async (trx): Promise<{ number: number; body: StepBody; basis: Basis } | null> => {
          await assertRevision(trx, id, revision);
          const step = (await readNext(trx, id))[way];
          if (!step) return null;
          const { number } = step;
          return { number, body: await readBody(trx, id, number), basis: await readBasis(trx, id) };
        },
      ),

    /** The transcript's rows in chronological order. */
    rows: (id: string): Promise<SegmentRow[]> => readRows(db, id),

    labels: (id: string): Promise<Basis['speakers']> => readLabels(db, id),

    /** The subtitles edited by hand. */
    cues: (id: string): Promise<CueEdit[]> => readCueEdits(db, id),

    /** The rows of changed windows as they were transcribed. */
    transcribed: (id: string): Promise<SegmentRow[]> => readTranscribed(db, id),

    /** @throws not_found */
    read: (id: string): Promise<Edited> => dialectOf(db).together(db, (trx) => readEdited(trx, id)),

    /** Stores a step and what follows from it. @throws edited_elsewhere when `revision` is not the newest; not_found */
    async apply(id: string, revision: number, change: TranscriptChange): Promise<Edited> {
      const { way } = change;
      const step = 'add' in way ? await packStep(way.add) : null;
      return inRevision(db, id, revision, async (trx) => {
        await storeChange(trx, id, change);
        failpoint('edit.storing');
        if (step) await addStep(trx, id, step);
        else if ('undo' in way) await markStep(trx, id, way.undo, true);
        else if ('redo' in way) await markStep(trx, id, way.redo, false);
        return {
          ...(await readEdited(trx, id)),
          cues: change.cues ? await readCueEdits(trx, id) : null,
        };
      });
    },

    /** Names a speaker: a step of the history, unless that is the name already. @throws not_found */
    rename: (id: string, naming: Naming): Promise<void> =>
      inRevision(db, id, null, async (trx) => {
        const { number, name: after, at } = naming;
        const { name: before, voiceId: recognized } = await nameSpeaker(trx, id, naming);
        if (before === after) return;
        const body = { rows: [], name: [{ number, before, after, recognized }] };
        const about = { start: null, count: 0, name: after, of: before };
        const step = { kind: 'name', about, request: null, madeAt: at, body } as const;
        await addStep(trx, id, await packStep(step));
      }),
  };
}

async function readBasis(trx: Database, id: string): Promise<Basis> {
  const structured = await trx
    .selectFrom('structured')
    .select('transcriptionId')
    .where('transcriptionId', '=', id)
    .executeTakeFirst();
  return {
    rows: await readRows(trx, id),
    speakers: await readLabels(trx, id),
    isStructured: structured !== undefined,
  };
}

async function readLabels(db: Database, id: string): Promise<Map<number, SpeakerLabel>> {
  const rows = await db
    .selectFrom('speakers')
    .select(['number', 'label', 'name'])
    .where('transcriptionId', '=', id)
    .execute();
  return new Map(rows.map(({ number, ...speaker }) => [number, speaker]));
}

async function readEdited(trx: Database, id: string): Promise<Edited> {
  const row = await trx
    .selectFrom('transcriptions')
    .selectAll()
    .where(({ and }) => and({ id, status: 'completed' }))
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const result = await readResult(trx, id, { words: false });
  return { job: toJob(row), result, next: await readNext(trx, id), cues: null };
}

async function storeChange(
  trx: Database,
  id: string,
  { rows, added, voices, names, cues, structured }: TranscriptChange,
): Promise<void> {
  const windows = rows.map(({ window }) => window);
  await keepTranscribed(trx, id, windows);
  if (voices) await storeVoices(trx, id, voices);
  if (cues) await storeCues(trx, id, cues);
  for (const [number, label] of added ?? []) {
    await trx.insertInto('speakers').values({ transcriptionId: id, number, label }).execute();
  }
  for (const naming of names ?? []) await nameSpeaker(trx, id, naming);
  await storeChanges(trx, id, rows);
  if (voices) await addMissingSpeakers(trx, id);
  await trx
    .updateTable('transcriptions')
    .set({
      speakerCount: COUNT_SPEAKERS,
      ...(voices && {
        warnings: await warningsAfter(trx, id, voices.diarization?.warning ?? null),
      }),
    })
    .where('id', '=', id)
    .execute();
  if (structured !== null) await updateStructured(trx, id, structured);
}
