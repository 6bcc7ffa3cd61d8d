import { describe, expect, it } from 'vitest';
import { cleanName, suggestName } from '../../../src/main/media/download/source-response.ts';

describe('the name of a recording', () => {
  const url = new URL('https://example.com/a/My%20talk.mp3?key=secret');
  const latin1 = Buffer.from('Gespräch.mp3').toString('latin1');

  it.each([
    [null, 'My talk.mp3'],
    ['inline', 'My talk.mp3'],
    ['attachment; filename="x y.mp3"', 'x y.mp3'],
    ['attachment; filename=plain.mp3', 'plain.mp3'],
    ['attachment; filename="a \\"b\\".mp3"', 'a "b".mp3'],
    [`attachment; filename="${latin1}"`, 'Gespräch.mp3'],
    ["attachment; filename=old.mp3; filename*=UTF-8''Gespr%C3%A4ch.mp3", 'Gespräch.mp3'],
    ["attachment; filename*=UTF-8''%D0%96.mp3", 'Ж.mp3'],
    ["attachment; filename*=UTF-8''%E4%BC%9A%E8%AD%B0.mp3", '会議.mp3'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\Users\\\\x.mp3"', 'x.mp3'],
    ['attachment; filename="%ZZ.mp3"', '%ZZ.mp3'],
    ['attachment; filename=""', 'My talk.mp3'],
  ])('of %j is %j', (disposition, name) => {
    expect(suggestName(disposition, url)).toBe(name);
  });

  it('is the host when nothing else is left', () => {
    expect(suggestName(null, new URL('https://example.com/'))).toBe('example.com');
    expect(suggestName(null, new URL('https://example.com/..%2f..%2f'))).toBe('example.com');
  });

  it('shows nothing that hides or reverses text', () => {
    expect(cleanName('a\u202Efdp.exe\u0000\u200B\uFEFF')).toBe('afdp.exe');
    expect(cleanName('two\nlines\tand tabs')).toBe('two lines and tabs');
    expect(cleanName('...hidden')).toBe('hidden');
    expect(cleanName('\uD800broken')).toBe('broken');
  });

  it('has at most 120 characters, none of them cut in half', () => {
    expect(cleanName('😀'.repeat(500))).toBe('😀'.repeat(120));
  });
});
