/** Windows that end without a word at random moments of a recording: what was recorded is there, but for the last piece. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/main/core/clock.ts';
import { seededRandom } from '../../src/main/speakers/grouping/group-voices.ts';
import { noise } from '../helpers/corpus/audio.ts';
import { finished, makeTempFolder, startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { mainProcess, openProfile } from '../helpers/harness/browser.ts';
import { dose } from '../helpers/harness/dose.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { seed } from '../helpers/harness/seed.ts';
import { until } from '../helpers/harness/until.ts';
import { signIn, TRANSCRIBED } from './open-window.ts';
import { beginRecording, makeMicrophone, secondsHeard } from './recorder.ts';
import { quick } from './window-engines.ts';

const ROUNDS = dose(6, 100);
/** After the first piece has arrived; before it there is nothing that could be kept. */
const LATEST_MS = 8000;
const LOST_SECONDS = 2;

let app: TestApp;
let microphone: Awaited<ReturnType<typeof makeMicrophone>>;
/** By how much the service's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  microphone = await makeMicrophone(noise(5000, -20));
  // Both its clocks: one that is set alone ends no recording.
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + aheadMs,
    mono: () => systemClock.mono() + aheadMs,
  };
  app = await startTestApp(await quick(), { tasks: ONE_VOICE, clock });
});
afterAll(async () => {
  await app.stop();
  await microphone.remove();
});

const ENDS = {
  async closed(page: Page): Promise<void> {
    await page.close({ runBeforeUnload: false });
  },
  async crashed(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const over = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => {});
    await over;
  },
  /** The whole browser. */
  async killed(page: Page): Promise<void> {
    const pid = await mainProcess(page.context());
    const over = page.context().waitForEvent('close');
    process.kill(pid, 'SIGKILL');
    await over;
  },
};
type End = keyof typeof ENDS;

/** Signed in, at the recorder: a killed browser has forgotten who it was. */
async function openRecorder(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const { url: signInUrl } = await app.client.createSignInLink();
  await signIn(page, { url: app.url, signInUrl });
  await page.goto(`${app.url}/record`);
  return page;
}

/** Resolves to how long it was recorded, in milliseconds. */
async function recordUntil(end: End, page: Page, afterMs: number) {
  await beginRecording(page);
  const { id, created_at } = await until(async () => {
    const [recording] = (await app.client.listRecordings()).data;
    return recording && recording.next_piece > 0 ? recording : null;
  });
  const begunAt = Date.parse(created_at) - aheadMs;
  await sleep(afterMs);
  const endedAt = systemClock.now();
  await ENDS[end](page);
  return { id, recordedMs: endedAt - begunAt };
}

async function finishInNextWindow(context: BrowserContext): Promise<void> {
  const page = await openRecorder(context);
  await page.getByRole('button', { name: 'Finish it' }).click();
  await page.waitForURL(/\/t\/trs_/);
}

async function finishBySilence(id: string): Promise<void> {
  await until(async () => {
    const { status, ends_at } = await app.client.getRecording(id);
    // What was on its way may arrive now, and the service waits again.
    if (ends_at !== null) aheadMs += Math.max(0, Date.parse(ends_at) - systemClock.now() - aheadMs);
    return status === 'finished';
  });
}

test(`a window closed, crashed or killed at any moment loses no more than the last of it (seed ${seed})`, {
  timeout: ROUNDS * TRANSCRIBED.timeout,
}, async () => {
  const random = seededRandom(seed);
  const lost: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const end = (['closed', 'crashed', 'killed'] as const)[round % 3] ?? 'killed';
    const profile = await makeTempFolder();
    let context = await openProfile(profile, microphone.switches);
    const page = await openRecorder(context);
    const { id, recordedMs } = await recordUntil(end, page, random() * LATEST_MS);
    if (round % 2 === 0) await finishBySilence(id);
    else {
      if (end === 'killed') context = await openProfile(profile, microphone.switches);
      await finishInNextWindow(context);
    }
    await context.close();
    await rm(profile, { recursive: true });
    const { transcription_id } = await app.client.getRecording(id);
    const made = await finished(app.client, transcription_id ?? '');
    const missing = recordedMs / 1000 - secondsHeard(app.dataDir, made);
    expect(missing, `round ${round}, ${end} after ${recordedMs} ms`).toBeLessThan(LOST_SECONDS);
    lost.push(missing);
  }
  const most = Math.max(...lost).toFixed(2);
  const middle = lost.toSorted((a, b) => a - b)[ROUNDS >> 1]?.toFixed(2);
  process.stdout.write(
    `${ROUNDS} windows ended: ${middle} s lost as a median, at most ${most} s\n`,
  );
});
