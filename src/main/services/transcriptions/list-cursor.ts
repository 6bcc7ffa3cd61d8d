import { z } from 'zod';
import { TranscriptionSort } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../errors.ts';
import type { ListPlace } from '../../repositories/jobs/transcription-list.ts';

const Cursor = z.tuple([TranscriptionSort, z.union([z.string(), z.int()]), z.int()]);

/** Where a page ended, as callers hand it back; it goes with the order it was made in. */
export function writeCursor({ key, seq }: ListPlace, sort: TranscriptionSort): string {
  return Buffer.from(JSON.stringify([sort, key, seq])).toString('base64url');
}

/** @throws invalid_request for anything that is no cursor of this order */
export function readCursor(cursor: string, sort: TranscriptionSort): ListPlace {
  const parsed = Cursor.safeParse(safeJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data[0] !== sort) {
    throw new AppError('invalid_request', { param: 'cursor', message: 'This is not a cursor.' });
  }
  const [, key, seq] = parsed.data;
  return { key, seq };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
