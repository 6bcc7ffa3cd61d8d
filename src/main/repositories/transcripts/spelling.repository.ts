import { setImmediate } from 'node:timers/promises';
import type { Respell } from '../../../shared/spelling/respell.ts';
import type { Database } from '../database.ts';
import { assertClaim, type Claim } from '../jobs/job.repository.ts';
import type { SegmentRow } from '../tables.ts';
import { Flags } from './coverage.repository.ts';
import { keepTranscribed } from './history.repository.ts';
import { diffRows, readRows, storeChanges } from './row-changes.ts';
import { readWords } from './stored-segments.ts';

/** After this many rows, requests get their turn: ten hours take a second or two. */
const ROWS_A_TURN = 50;

/** Applies the spelling list and the vocabulary to the text of a job. */
export function createSpellingRepository(db: Database) {
  return {
    /** Stores the changed segments in one transaction; the transcribed text is kept like that of edited windows. */
    async respell(claim: Claim, respell: Respell, signal: AbortSignal): Promise<void> {
      const before = await readRows(db, claim.id);
      const after: SegmentRow[] = [];
      for (const row of before) {
        if (after.length % ROWS_A_TURN === 0) await setImmediate();
        signal.throwIfAborted();
        after.push(respellRow(row, respell));
      }
      const changes = diffRows(before, after);
      if (changes.length === 0) return;
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        const windows = changes.map(({ window }) => window);
        await keepTranscribed(trx, claim.id, windows);
        await storeChanges(trx, claim.id, changes);
      });
    },
  };
}

function respellRow(row: SegmentRow, respell: Respell): SegmentRow {
  // What a user wrote stays.
  if (row.original !== null) return row;
  const { startMs, endMs, text, language, confidence } = row;
  const words = readWords(row.words);
  const changed = respell({ startMs, endMs, text, language, confidence, words });
  if (!changed) return row;
  const flags = new Set([...Flags.parse(JSON.parse(row.flags)), 'respelled']);
  return {
    ...row,
    text: changed.text,
    words: JSON.stringify(changed.words),
    flags: JSON.stringify([...flags]),
  };
}
