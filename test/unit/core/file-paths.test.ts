import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownFile, userFile } from '../../../src/main/core/file-paths.ts';
import { newExportId, newFileId, newTranscriptionId } from '../../../src/main/core/ids.ts';
import { hostileNames } from '../../helpers/corpus/hostile-names.ts';

let folder = '';
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'steno-paths-')), 'texts');
});
afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

const NO_NAME = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]|^[. ]|[. ]$|^$/u;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)\s*(\.|$)/i;
/** What a name for people becomes while it is written. */
const whileWritten = (name: string) => `.${name}.4194304.part`;

function expectSafe(name: string): void {
  const path = userFile(folder, name);
  const made = basename(path);
  expect(dirname(path)).toBe(folder);
  expect(made).not.toMatch(NO_NAME);
  expect(made.normalize('NFKC')).not.toMatch(/[/\\]/);
  for (const form of [made, made.normalize('NFKC')]) expect(form).not.toMatch(DEVICE);
  expect(Buffer.byteLength(whileWritten(made))).toBeLessThanOrEqual(255);
  expect(userFile(folder, made)).toBe(path);
}

/** Anything at all, and hostile pieces put together by chance. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.constantFrom(...hostileNames), { maxLength: 4 }).map((pieces) => pieces.join('')),
  fc
    .array(fc.constantFrom('.', ' ', '/', '\\', 'con', 'nul', '\0', '\u200b', 'ｃ', '¹', '／', 'a'))
    .map((pieces) => pieces.join('')),
);

describe('a file for people', () => {
  test('there are two hundred hostile names, each once', () => {
    expect(new Set(hostileNames).size).toBe(hostileNames.length);
    expect(hostileNames.length).toBeGreaterThanOrEqual(200);
  });

  test('lies directly in its folder whatever it was to be called, and every system takes the name', () => {
    for (const name of hostileNames) expectSafe(name);
  });

  test('so does one of any name', () => {
    fc.assert(fc.property(anyName, expectSafe));
  });

  test('can be written, under the name it was given', async () => {
    const made = [...new Set(hostileNames.map((name) => basename(userFile(folder, name))))];
    const inLetters = made.map((name) => name.toLowerCase());
    // Where large and small letters are the same, as on Windows, the first of two keeps its name.
    const apart = made.filter((name, at) => inLetters.indexOf(name.toLowerCase()) === at);
    await mkdir(folder);
    for (const name of apart) await writeFile(join(folder, name), '');
    expect((await readdir(folder)).toSorted()).toEqual(apart.toSorted());
    expect(await readdir(dirname(folder))).toEqual(['texts']);
  });

  test.each([
    ['Garden talk 1.02–1.40.m4a', 'Garden talk 1.02–1.40.m4a'],
    ['どう？日本語／英語.srt', 'どう？日本語 英語.srt'],
    ['½ c/o Anna.txt', '½ c o Anna.txt'],
    ['../../x.txt', 'x.txt'],
    ['.bashrc', 'transcript.bashrc'],
    ['con.txt', '_con.txt'],
    [`${'a'.repeat(400)}.docx`, `${'a'.repeat(215)}.docx`],
  ])('%s is called %s', (name, made) => {
    expect(userFile('/texts', name)).toBe(join('/texts', made));
  });
});

describe('a file of ours', () => {
  test('is called by an id, a digest or the name of a model', () => {
    const digest = '0123456789abcdef'.repeat(4);
    const ids = [newTranscriptionId(), newFileId(), newExportId()];
    for (const name of [...ids, digest, `${digest}.bin`, 'base.en.bin', `.${ids[0]}.txt.part`]) {
      expect(ownFile('/models', name)).toBe(join('/models', name));
    }
  });

  test('is refused any name that Steno does not give', () => {
    for (const name of hostileNames) expect(() => ownFile('/models', name)).toThrow(Error);
  });

  test('never lies anywhere but in its folder', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        let path: string;
        try {
          path = ownFile(folder, name);
        } catch {
          return;
        }
        expect(path).toBe(join(folder, name));
        expect(name).not.toMatch(/[/\\\0]/);
        expect(basename(path)).toBe(name);
      }),
    );
  });
});
