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

test('a file whose disk was taken away is told from a connection that broke', () => {
  for (const code of ['ENOTCONN', 'ESTALE', 'ETIMEDOUT']) {
    const gone = Object.assign(failedWith(code), { syscall: 'open', path: '/mnt/stick/a.mp3' });
    expect(toAppError(gone).code).toBe('disk_failed');
    const broken = Object.assign(failedWith(code), { syscall: 'read' });
    expect(toAppError(broken).code).toBe('internal');
  }
});
