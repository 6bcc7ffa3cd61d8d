import { expect, test } from 'vitest';
import { plainLine, plainText } from '../../../src/main/cli/terminal/plain-text.ts';
import { cleanLine } from '../../../src/shared/subtitles/spacing.ts';
import { nameReader } from '../../../src/shared/transcription/given-names.ts';
import { RenameSpeaker } from '../../../src/shared/transcription/speakers.ts';
import { WorkerSelf } from '../../../src/shared/worker-protocol.ts';

const HOSTILE = [
  ['a bell, an escape and a line', 'An\u0007na\u001b[31m\nBo', 'An na [31m Bo'],
  ['NUL', 'An\0na', 'An na'],
  ['a line of its own', 'Anna\u2028Bo', 'Anna Bo'],
  ['more than fits', 'a'.repeat(150), 'a'.repeat(100)],
  ['half a letter at the end', `${'a'.repeat(99)}\u{1f600}`, `${'a'.repeat(99)}\ufffd`],
] as const;

test.each(HOSTILE)('a name out of a file with %s is one that may be given', (_what, text, name) => {
  expect(nameReader(100)(text)).toBe(name);
  expect(RenameSpeaker.parse({ name })).toEqual({ name });
});

test('a name of which nothing can be seen is none', () => {
  for (const text of ['', ' ', '\u001b', '\u200b']) expect(nameReader(100)(text)).toBeNull();
});

test('a machine has a name such as people have', () => {
  const hello = { id: 'w1', version: '1', lanes: 1 };
  expect(WorkerSelf.safeParse({ ...hello, name: 'a\u001b[2Jb' }).success).toBe(false);
  expect(WorkerSelf.parse({ ...hello, name: ' Attic ' }).name).toBe('Attic');
});

test('what is written on a terminal is shown, and never obeyed', () => {
  expect(plainText('a\u001b]0;x\u0007\n\tb\u009b')).toBe('a]0;x\n\tb');
  expect(plainLine('a\r\n\u001bb')).toBe('a b');
});

test('a line of a document has no characters that XML has no place for', () => {
  expect(cleanLine('a\ufffe\uffff\ufdd0\0b')).toBe('ab');
});
