import { expect, test } from 'vitest';
import { deniedSentence, isDiskError, toAppError } from '../../../src/main/core/system-errors.ts';

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

test('what the system refuses to this user is named', () => {
  const path = '/home/bob/talk.mp3';
  for (const code of ['EACCES', 'EPERM']) {
    const error = Object.assign(failedWith(code), { path });
    expect(deniedSentence(error)).toBe(`You do not have permission to use ${path}.`);
  }
  expect(deniedSentence(Object.assign(failedWith('ENOENT'), { path }))).toBeNull();
  // As of a port.
  expect(deniedSentence(failedWith('EACCES'))).toBeNull();
});
