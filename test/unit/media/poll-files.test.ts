/** Folders that others write into without this machine being told. */
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pollFiles } from '../../../src/main/media/poll-files.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';

const [FIRST_MS, NEXT_MS] = [2_000, 5_000];
let folder: string;
let clock: FakeClock;
let told: string[];
let failed: unknown[];
let notReady: string;
let poll: { close(): Promise<void> };

beforeEach(async () => {
  folder = await makeTempFolder();
  clock = createFakeClock();
  [told, failed, notReady] = [[], [], ''];
});
afterEach(async () => {
  await poll.close();
  await rm(folder, { recursive: true, force: true });
});

function start({ recursive = true } = {}): void {
  poll = pollFiles(folder, {
    ...{ except: join(folder, 'data'), recursive, clock, stableMs: FIRST_MS },
    isReady: async (path) => !path.endsWith(notReady || '?'),
    onFile: (path) => told.push(path.slice(folder.length + 1)),
    onError: (error) => failed.push(error),
  });
}
/** Waits for the end of a look, and begins the next one. */
async function next(ms = NEXT_MS): Promise<void> {
  await clock.sleeping();
  await clock.advance(ms);
  await clock.sleeping();
}
const put = (name: string, content = 'sound') => writeFile(join(folder, name), content);

test('what is there and what comes is told once, when it no longer grows', async () => {
  await put('there.mp3');
  start();
  await next(FIRST_MS);
  expect(told).toEqual(['there.mp3']);
  await put('comes.mp3');
  await next();
  await appendFile(join(folder, 'comes.mp3'), ', and more');
  await next();
  expect(told).toEqual(['there.mp3']);
  await next();
  await next();
  expect(told).toEqual(['there.mp3', 'comes.mp3']);
});

test('what is changed, or put there again, is told again; what is not whole later', async () => {
  await put('a.mp3');
  await put('loading.mp3');
  notReady = 'loading.mp3';
  start();
  await next(FIRST_MS);
  expect(told).toEqual(['a.mp3']);
  notReady = '';
  await put('a.mp3', 'other sound');
  await next();
  await next();
  expect(told.toSorted()).toEqual(['a.mp3', 'a.mp3', 'loading.mp3']);
  await rename(join(folder, 'a.mp3'), join(folder, 'b.mp3'));
  await next();
  await next();
  expect(told.at(-1)).toBe('b.mp3');
});

test('left out are hidden files, what was deleted on a stick, notes, and the data folder', async () => {
  for (const name of ['.hidden', '$RECYCLE.BIN', 'System Volume Information', 'data', 'below']) {
    await mkdir(join(folder, name));
    await put(join(name, 'x.mp3'));
  }
  await put('.x.mp3');
  await put('x.txt');
  start();
  await next(FIRST_MS);
  expect(told).toEqual([join('below', 'x.mp3')]);
  await poll.close();
  told = [];
  start({ recursive: false });
  await next(FIRST_MS);
  expect(told).toEqual([]);
});

test('a folder that is away is no error, and is looked at again', async () => {
  await rename(folder, `${folder}, away`);
  start();
  await next(FIRST_MS);
  await rename(`${folder}, away`, folder);
  await put('a.mp3');
  await next();
  await next();
  expect([told, failed]).toEqual([['a.mp3'], []]);
});
