/** Steno removes from the disk what its database has noted, and nothing else, whatever lies in the data folder. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { namesIn } from '../../../src/main/repositories/folder/data-folder.ts';
import { noteRemovals } from '../../../src/main/repositories/folder/removals.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  return () => rm(folder, { recursive: true, force: true });
});

const write = async (name: string, text = 'mine') => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

describe('a folder that belongs to someone else', () => {
  const mine = [
    'files/tax.pdf',
    'recordings/2024/lone.mp3',
    'work/file_0123456789abcdefghijkl.txt',
    'work/thesis/ch1.tex',
  ];

  test.each([
    ['keys', 'list'],
    ['keys', 'create'],
    ['serve', '--port', '0'],
    ['transcribe', 'nothing.mp3'],
    ['models', 'list'],
    ['yt-dlp', 'update'],
  ])('is left alone by steno %s %s, which says what to do', async (...command) => {
    for (const name of mine) await write(name);
    const result = await runSteno([...command, '--data', folder]);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('was not made by Steno');
    expect(result.stderr).toContain('--data');
    expect(files()).toEqual(mine);
  });

  test('is taken where it is empty but for what systems put there', async () => {
    await write('lost+found/nothing');
    await write('.DS_Store');
    expect((await runSteno(['keys', 'list', '--data', folder])).code).toBe(0);
    expect(files()).toEqual(expect.arrayContaining(['.DS_Store', 'data-folder.json', 'steno.db']));
  });
});

describe('a start', () => {
  test('removes what is noted, and only that', async () => {
    const [noted, kept] = ['trs_aaaaaaaaaaaaaaaaaaaaaa', 'trs_bbbbbbbbbbbbbbbbbbbbbb'];
    const upload = 'file_aaaaaaaaaaaaaaaaaaaaaa';
    const before = await startTestApp({ dataDir: folder });
    const { id } = await before.client.uploadFile(new Blob(['mine']), 'a.mp3');
    await before.stop();
    const { db, close } = openDatabase(folder);
    await noteRemovals(db, [
      { folder: 'work', name: noted },
      { folder: 'files', name: upload },
    ]);
    await close();
    for (const name of [`work/${noted}/media`, `files/${upload}`, `files/${upload}.part`]) {
      await write(name);
    }
    const others = [
      ...[`recordings/${noted}/media`, `work/${kept}/media`, 'work/thesis.tex', 'notes.txt'],
      ...[`files/${id}`, 'files/file_cut.part', `recordings/${kept}.part`, 'recordings/2024/a.mp3'],
    ];
    for (const name of others) await write(name, name);
    // What is transcribed again would have its work folder again.
    const app = await startTestApp({ dataDir: folder, work: false });
    await app.stop();
    // What the database does not know lies elsewhere now, but none of it is gone.
    const texts = await Promise.all(files().map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts).toEqual(expect.arrayContaining(others));
    const foreign = others.filter((name) => !name.includes('trs_'));
    expect(files()).toEqual(expect.arrayContaining(foreign));
    expect(files().filter((name) => name.includes(upload))).toEqual([]);
    expect(existsSync(join(folder, 'work', noted))).toBe(false);
    const after = openDatabase(folder);
    expect(await after.db.selectFrom('removals').selectAll().execute()).toEqual([]);
    await after.close();
  });

  test('removes nothing whose name is not of its own making, were it noted', async () => {
    const names = ['..', '../notes', 'thesis', 'trs_short', 'trs_aaaaaaaaaaaaaaaaaaaaaa/../x'];
    const { db, close } = openDatabase(folder);
    await noteRemovals(
      db,
      names.map((name) => ({ folder: 'work' as const, name })),
    );
    await close();
    const mine = ['notes', 'work/thesis', 'work/trs_short', 'work/x'];
    for (const name of mine) await write(name);
    await (await startTestApp({ dataDir: folder })).stop();
    for (const name of mine) expect(await readFile(join(folder, name), 'utf8')).toBe('mine');
  });

  test('finds nothing of an upload that broke off', async () => {
    const app = await startTestApp({ dataDir: folder });
    const uploads = () => namesIn(join(folder, 'files'));
    const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n';
    const sending = request(`${app.url}/v1/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'multipart/form-data; boundary=edge',
      },
    });
    sending.on('error', () => {});
    sending.write(head + 'x'.repeat(100_000));
    await expect.poll(uploads).toHaveLength(1);
    sending.destroy();
    await expect.poll(uploads).toHaveLength(0);
    await app.stop();
  });
});
