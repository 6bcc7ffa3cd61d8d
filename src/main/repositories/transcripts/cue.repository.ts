import { z } from 'zod';
import { CueEdit, WrittenCue } from '../../../shared/subtitles/cue-edits.ts';
import { toMs, toSeconds } from '../../../shared/time.ts';
import type { Database } from '../database.ts';
import { batches } from '../sql-dialect.ts';

const Cues = z.array(WrittenCue);

/** The subtitles edited by hand that go, and those that take their place. */
export const CueChange = z.object({ removed: z.array(CueEdit), added: z.array(CueEdit) });
export type CueChange = z.infer<typeof CueChange>;

/** Subtitle cues edited by hand, in chronological order. */
export async function readCueEdits(db: Database, id: string): Promise<CueEdit[]> {
  const rows = await db
    .selectFrom('cueEdits')
    .selectAll()
    .where('transcriptionId', '=', id)
    .orderBy('startMs')
    .execute();
  return rows.map((row) => ({
    from: toSeconds(row.startMs),
    to: toSeconds(row.endMs),
    words: row.words,
    cues: Cues.parse(JSON.parse(row.cues)),
  }));
}

/** What leads from some edits to others. Unchanged edits should be the same objects. */
export function diffCues(before: readonly CueEdit[], after: readonly CueEdit[]): CueChange {
  const [old, fresh] = [new Set(before), new Set(after)];
  return {
    removed: before.filter((edit) => !fresh.has(edit)),
    added: after.filter((edit) => !old.has(edit)),
  };
}

export function reverseCues({ removed, added }: CueChange): CueChange {
  return { removed: added, added: removed };
}

/** Runs in a revision. */
export async function storeCues(
  trx: Database,
  id: string,
  { removed, added }: CueChange,
): Promise<void> {
  for (const some of batches(removed)) {
    const starts = some.map(({ from }) => toMs(from));
    await trx
      .deleteFrom('cueEdits')
      .where('transcriptionId', '=', id)
      .where('startMs', 'in', starts)
      .execute();
  }
  for (const some of batches(added)) {
    const rows = some.map(({ from, to, words, cues }) => ({
      transcriptionId: id,
      startMs: toMs(from),
      endMs: toMs(to),
      words,
      cues: JSON.stringify(cues),
    }));
    await trx.insertInto('cueEdits').values(rows).execute();
  }
}
