import { expect, test } from 'vitest';
import { isDiskError, toAppError } from '../../../src/main/core/system-errors.ts';

const failedWith = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['SQLITE_FULL', 'disk_full'],
  ['SQLITE_IOERR_SHMSIZE', 'disk_full'],
  ['SQLITE_IOERR_WRITE', 'disk_failed'],
])('what SQLite says as %s is told as %s', (said, told) => {
  const error = failedWith(said);
  expect(toAppError(error).code).toBe(told);
  expect(isDiskError(error)).toBe(told === 'disk_failed');
});
