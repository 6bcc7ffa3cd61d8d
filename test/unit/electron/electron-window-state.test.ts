import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  loadWindowState,
  saveWindowState,
} from '../../../src/main/electron/window/window-state.ts';

const SCREEN = { x: 0, y: 0, width: 1440, height: 900 };
const STATE = { place: { x: 1000, y: 20 }, width: 800, height: 600, maximized: true };

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steno-test-'));
  file = join(folder, 'kept', 'window.json');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the first window has a size and no place', () => {
  expect(loadWindowState(file, [SCREEN])).toMatchObject({ place: null, maximized: false });
});

test('a window comes back where it was', () => {
  saveWindowState(file, STATE);
  expect(loadWindowState(file, [SCREEN])).toEqual(STATE);
});

test.each([
  ['to the right of all screens', { x: 1400, y: 20 }],
  ['to the left', { x: -750, y: 20 }],
  ['with its title bar above the screen', { x: 10, y: -40 }],
  ['below', { x: 10, y: 850 }],
])('a window %s keeps only its size', (_where, place) => {
  saveWindowState(file, { ...STATE, place });
  expect(loadWindowState(file, [SCREEN])).toEqual({ ...STATE, place: null });
});

test('a second screen counts', () => {
  saveWindowState(file, { ...STATE, place: { x: -750, y: 20 } });
  const second = { x: -1440, y: 0, width: 1440, height: 900 };
  expect(loadWindowState(file, [SCREEN, second]).place).toEqual({ x: -750, y: 20 });
});

test('a file that was cut off is as good as none', async () => {
  await writeFile(file, '{"width":');
  expect(loadWindowState(file, [SCREEN])).toMatchObject({ place: null });
});
