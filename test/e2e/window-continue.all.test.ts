/** What ended early can be read and gone on with in the window; so can what failed for want of yt-dlp. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../helpers/corpus/recordings.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { answerAll, answerOne, waitingEngine } from '../helpers/engines/fake-engine.ts';
import { makeTempFolder } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { storedRow } from '../helpers/harness/stored-rows.ts';
import { type Origin, startOrigin } from '../helpers/servers/http-origin.ts';
import {
  programOf,
  type ReleaseServer,
  startReleaseServer,
} from '../helpers/servers/release-server.ts';
import { openWindow, pasteLinks, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

let steno: StenoWindow;
let folder: string;
let gate: string;
let origin: Origin;
let pages: Origin;
let releases: ReleaseServer;

beforeAll(async () => {
  folder = await makeTempFolder();
  gate = join(folder, 'gate');
  const engineFile = await writeProgram(join(folder, 'engine'), waitingEngine(gate));
  origin = await serveRecordings({
    '/talk.wav': asFile(compose(loadPool(), clipsIn('en', 40))).bytes,
  });
  pages = await startOrigin((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>A talk');
  });
  releases = await startReleaseServer();
  releases.release(programOf('2026.08.19'), 'no sums');
  const engine = { engineFile, lanes: 1, threads: 1, ytDlpUrl: releases.url };
  steno = await openWindow({ engine, tasks: ONE_VOICE });
});
afterAll(async () => {
  await steno.close();
  await Promise.all([origin.close(), pages.close(), releases.close()]);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('a canceled recording', TRANSCRIBED, () => {
  test('shows its text, which can be exported, and goes on from there in its row', async () => {
    const { page, dataDir } = steno;
    await pasteLinks(page, `${origin.url}/talk.wav`);
    await row(page, 'talk').getByRole('link').click();
    await page.waitForURL('**/t/*');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    while ((storedRow(dataDir, id)?.windowsDone ?? 0) < 2) await answerOne(gate);
    const text = page.getByRole('region', { name: 'Text so far' });
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Incomplete: up to \d:\d\d of \d:\d\d$/).waitFor();
    const said = await text.innerText();
    expect(said.length).toBeGreaterThan(100);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('dialog', { name: 'Export' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.goBack();
    const talk = row(page, 'talk');
    await talk.getByText(/Canceled · Incomplete: up to/).waitFor();
    await page.getByLabel('Select talk').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click();
    const zip = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save ZIP' }).click();
    expect((await zip).suggestedFilename()).toBe('Transcripts.zip');
    await page.getByRole('button', { name: 'Deselect' }).click();
    await talk.getByRole('button', { name: 'More for talk' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).waitFor();
    answerAll(gate);
    await page.getByRole('menuitem', { name: 'Continue' }).click();
    await talk.getByText('Done').waitFor({ state: 'attached' });
    expect(await page.getByRole('region', { name: 'Recordings' }).getByRole('link').count()).toBe(
      1,
    );
    expect(steno.pageErrors).toEqual([]);
  });
});

describe('a link to a page', TRANSCRIBED, () => {
  test('gets yt-dlp on the spot, says why that failed, and goes on by itself', async () => {
    const { page } = steno;
    vi.stubEnv('PATH', join(tmpdir(), 'steno-no-programs'));
    await pasteLinks(page, `${pages.url}/watch`);
    const watch = row(page, 'watch');
    await watch.getByText('need yt-dlp, which is not installed').waitFor();
    await watch.getByRole('button', { name: 'Download yt-dlp for watch' }).click();
    await watch.getByText(/The last download failed: \S/).waitFor();
    await watch.getByRole('link').click();
    await page.getByText(/^The last download failed: \S/).waitFor();
    const before = page.url();
    expect(await violations(page)).toEqual([]);
    releases.release(programOf('2026.08.19'));
    await page.getByRole('button', { name: 'Download yt-dlp' }).click();
    // The program of the test fetches nothing; what counts is that it was asked.
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText('yt-dlp, which is not installed').count()).toBe(0);
  });
});
