import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import { TranscriptionSort } from '../../../shared/transcription/transcription-list.ts';
import type { ListPlace } from '../../repositories/jobs/transcription-list.ts';
import { notACursor } from '../list-page.ts';

const Cursor = z.tuple([TranscriptionSort, z.union([z.string(), z.int()]), z.int()]);

/** Where a page ended, as an opaque cursor; it is valid only for the sort order it was made for. */
export function writeCursor({ key, seq }: ListPlace, sort: TranscriptionSort): string {
  return Buffer.from(JSON.stringify([sort, key, seq])).toString('base64url');
}

/** @throws invalid_request for anything that is not a cursor of this order */
export function readCursor(cursor: string, sort: TranscriptionSort): ListPlace {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data[0] !== sort) throw notACursor();
  const [, key, seq] = parsed.data;
  return { key, seq };
}
