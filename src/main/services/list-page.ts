import { AppError } from '../core/errors.ts';

/** A page of what was found: one row more than its limit was asked for, which says whether there is a next one. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: readonly Row[]; has_more: boolean; next_cursor: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const has_more = found.length > limit;
  return { rows, has_more, next_cursor: has_more && last ? cursorOf(last) : null };
}

export const notACursor = (): AppError =>
  new AppError('invalid_request', { param: 'cursor', message: 'This is not a cursor.' });
