import { z } from 'zod';
import { type CueEdit, WrittenCue, wordsWithin } from '../../../shared/subtitles/cue-edits.ts';
import { type TimeSpan, toSeconds } from '../../../shared/time.ts';
import type { Database } from '../database.ts';
import { inRevision } from './revision.ts';
import { readSegments } from './stored-segments.ts';

const Cues = z.array(WrittenCue);

/** Subtitle cues edited by hand. */
export function createCueRepository(db: Database) {
  const list = async (trx: Database, id: string): Promise<CueEdit[]> => {
    const rows = await trx
      .selectFrom('cue_edits')
      .selectAll()
      .where('transcription_id', '=', id)
      .orderBy('start_ms')
      .execute();
    return rows.map((row) => ({
      from: toSeconds(row.start_ms),
      to: toSeconds(row.end_ms),
      words: row.words,
      cues: Cues.parse(JSON.parse(row.cues)),
    }));
  };

  return {
    /** In chronological order. */
    list: (id: string): Promise<CueEdit[]> => list(db, id),

    /**
     * Replaces the edits within a span of words by one for the words as they are now, or only removes them. `check`
     * receives the current edits and may throw. Returns all edits afterwards. @throws not_found
     */
    replace: (
      id: string,
      span: TimeSpan,
      written: readonly WrittenCue[] | null,
      check: (edits: readonly CueEdit[]) => void,
    ): Promise<CueEdit[]> =>
      inRevision(db, id, null, async (trx) => {
        check(await list(trx, id));
        await trx
          .deleteFrom('cue_edits')
          .where('transcription_id', '=', id)
          .where('start_ms', '>=', span.startMs)
          .where('end_ms', '<=', span.endMs)
          .execute();
        if (written) {
          await trx
            .insertInto('cue_edits')
            .values({
              transcription_id: id,
              start_ms: span.startMs,
              end_ms: span.endMs,
              words: wordsWithin(await readSegments(trx, id), span),
              cues: JSON.stringify(written),
            })
            .execute();
        }
        return list(trx, id);
      }),

    async removeAll(id: string): Promise<void> {
      await db.deleteFrom('cue_edits').where('transcription_id', '=', id).execute();
    },
  };
}
