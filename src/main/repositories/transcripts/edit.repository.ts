import { z } from 'zod';
import { Word } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import type { Database } from '../database.ts';
import { COUNT_SPEAKERS } from '../speakers/speaker.repository.ts';
import { readRevision } from './stored-result.ts';
import type { SegmentPlace } from './stored-segments.ts';

/** What was heard, kept when a person first changes a segment. */
const Original = z.object({ text: z.string(), words: z.array(Word) });
type Original = z.infer<typeof Original>;

/** A segment's new words; `original` is stored only where none is yet, and `null` forgets it. */
export type SegmentChange = {
  place: SegmentPlace;
  text: string;
  words: readonly Word[];
  original: Original | null;
  label: string;
};

/** Changes that people make to finished transcripts. */
export function createEditRepository(db: Database) {
  return {
    /** All labels of a transcription's speakers by number, also of those who say nothing any more. */
    async labels(id: string): Promise<Map<number, { label: string; name: string | null }>> {
      const rows = await db
        .selectFrom('speakers')
        .select(['number', 'label', 'name'])
        .where('transcription_id', '=', id)
        .execute();
      return new Map(rows.map(({ number, ...speaker }) => [number, speaker]));
    },

    /** What was heard in a segment, if that was changed since. */
    async original(id: string, place: SegmentPlace): Promise<Original | null> {
      const row = await db
        .selectFrom('segments')
        .select('original')
        .where('transcription_id', '=', id)
        .where('window_idx', '=', place.windowIndex)
        .where('idx', '=', place.index)
        .executeTakeFirst();
      return row?.original ? Original.parse(JSON.parse(row.original)) : null;
    },

    /**
     * Stores changes with the structured text that follows from them, all or nothing; returns the new revision.
     * @throws edited_elsewhere when `revision` is not the newest
     */
    apply: (
      id: string,
      revision: number,
      changes: readonly SegmentChange[],
      structured: string | null,
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        if ((await readRevision(trx, id)) !== revision) throw new AppError('edited_elsewhere');
        for (const { place, text, words, original, label } of changes) {
          await trx
            .updateTable('segments')
            .set({
              text,
              words: JSON.stringify(words),
              speaker: label,
              original: original === null ? null : JSON.stringify(original),
            })
            .where('transcription_id', '=', id)
            .where('window_idx', '=', place.windowIndex)
            .where('idx', '=', place.index)
            .execute();
        }
        failpoint('edit.storing');
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
      }),
  };
}
