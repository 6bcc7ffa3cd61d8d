import { z } from 'zod';
import { Word } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import type { Database } from '../database.ts';
import { COUNT_SPEAKERS } from '../speakers/speaker.repository.ts';
import type { SegmentRow } from '../speakers/speaker-labels.ts';
import {
  addStep,
  keepTranscribed,
  markStep,
  type NewStep,
  packStep,
  readTranscribed,
  storeVoices,
  type Voices,
} from './history.repository.ts';
import { type RowChange, readRows, storeChanges } from './row-changes.ts';
import { lockRevision, readRevision } from './stored-result.ts';

/** The transcribed text, kept when a user first changes a segment. */
export const Original = z.object({ text: z.string(), words: z.array(Word) });
export type Original = z.infer<typeof Original>;

/** A speaker's label, and the name a user gave. */
export type SpeakerLabel = { label: string; name: string | null };

/** A new step, or a step of the history that is undone or redone. */
type StepWay = { add: NewStep } | { undo: number } | { redo: number };

/** Everything that changes together. */
export type TranscriptChange = {
  rows: readonly RowChange[];
  /** New speakers, by number. */
  added?: ReadonlyMap<number, string>;
  voices?: Voices | undefined;
  /** The structured text that follows from the change; null if there is none. */
  structured: string | null;
  way: StepWay;
};

/** Users' changes to finished transcripts. */
export function createEditRepository(db: Database) {
  return {
    /** All speaker labels of a transcription by number, even of speakers who say nothing any more. */
    async labels(id: string): Promise<Map<number, SpeakerLabel>> {
      const rows = await db
        .selectFrom('speakers')
        .select(['number', 'label', 'name'])
        .where('transcription_id', '=', id)
        .execute();
      return new Map(rows.map(({ number, ...speaker }) => [number, speaker]));
    },

    /** The transcript's rows in chronological order. */
    rows: (id: string): Promise<SegmentRow[]> => readRows(db, id),

    /** Whether there is a structured text, which every change updates. */
    async isStructured(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('structured')
        .select('transcription_id')
        .where('transcription_id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The rows of changed windows as they were transcribed. */
    transcribed: (id: string): Promise<SegmentRow[]> => readTranscribed(db, id),

    /**
     * Stores a step and the resulting structured text atomically; returns the new revision.
     * @throws edited_elsewhere when `revision` is not the newest; not_found
     */
    async apply(id: string, revision: number, change: TranscriptChange): Promise<number> {
      const { rows, added, voices, structured, way } = change;
      const step = 'add' in way ? await packStep(way.add) : null;
      return await db.transaction().execute(async (trx) => {
        if ((await lockRevision(trx, id)) !== revision) throw new AppError('edited_elsewhere');
        await keepTranscribed(
          trx,
          id,
          rows.map(({ window }) => window),
        );
        if (voices) await storeVoices(trx, id, voices);
        for (const [number, label] of added ?? []) {
          await trx
            .insertInto('speakers')
            .values({ transcription_id: id, number, label })
            .execute();
        }
        await storeChanges(trx, id, rows);
        failpoint('edit.storing');
        if (step) await addStep(trx, id, step);
        else if ('undo' in way) await markStep(trx, id, way.undo, true);
        else if ('redo' in way) await markStep(trx, id, way.redo, false);
        await trx
          .updateTable('transcriptions')
          .set({ speaker_count: COUNT_SPEAKERS })
          .where('id', '=', id)
          .execute();
        if (structured !== null) {
          await trx
            .updateTable('structured')
            .set({ body: structured })
            .where('transcription_id', '=', id)
            .execute();
        }
        return readRevision(trx, id);
      });
    },
  };
}
