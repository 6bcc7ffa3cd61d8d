/**
 * What it costs to record without text: `node test/bench/recording-load.ts [SECONDS]`. A microphone and the computer's
 * sound arrive at the service in pieces of a second, as recorders send them without live text, then the window records both itself;
 * printed are the shares of a processor, beside what the same takes with nothing to do. Linux only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildOnce } from '../e2e/build-window.ts';
import { signIn } from '../e2e/open-window.ts';
import { beginRecording, makeMicrophone, stopRecording } from '../e2e/recorder.ts';
import { bytesOfS16 } from '../helpers/corpus/audio.ts';
import { interleave } from '../helpers/corpus/stereo.ts';
import { processorSeconds } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { composeHour } from './long-recording.ts';
import { openUnwatched } from './unwatched-browser.ts';

const SECONDS = Number(process.argv[2] ?? 60);
const PIECE_MS = 1000;
const SAMPLES_A_PIECE = 16_000;

await buildOnce();
const folder = mkdtempSync(join(tmpdir(), 'steno-recording-'));
const service = await startService(folder, { STENO_DEVICE: 'cpu' });
const { client, pid } = service;
const { samples } = composeHour();

/** Of one processor, while `work` runs. */
async function share(work: () => Promise<unknown>, of: number): Promise<number> {
  const [before, startedAt] = [processorSeconds(of), performance.now()];
  await work();
  return (1000 * (processorSeconds(of) - before)) / (performance.now() - startedAt);
}
const wait = () => sleep(SECONDS * 1000);
const percent = (part: number) => `${(100 * part).toFixed(2)} %`;

async function measureService(): Promise<string> {
  await sleep(5_000);
  const idle = await share(wait, pid);
  const { id } = await client.openRecording({ tracks: ['microphone', 'computer'], live: false });
  const busy = await share(async () => {
    const startedAt = performance.now();
    for (let number = 0; number < (SECONDS * 1000) / PIECE_MS; number++) {
      const own = samples.subarray(number * SAMPLES_A_PIECE, (number + 1) * SAMPLES_A_PIECE);
      await client.putPiece(id, number, Uint8Array.from(bytesOfS16(interleave(own, own))));
      await sleep(Math.max(0, startedAt + (number + 1) * PIECE_MS - performance.now()));
    }
  }, pid);
  await client.discardRecording(id);
  return `service: idle ${percent(idle)}, recording ${percent(busy)}`;
}

/** What Chromium takes itself where a page reads the same two tracks, and does nothing with them. */
async function measureBrowser(): Promise<string> {
  const { browser, close } = await openBrowser();
  await browser.page.goto(`${service.url}/health`);
  const idle = await browser.alone(() => share(wait, browser.pid));
  await browser.page.evaluate(READ_TRACKS);
  const busy = await browser.alone(() => share(wait, browser.pid));
  await close();
  return `Chromium alone: idle ${percent(idle)}, reading two tracks ${percent(busy)}`;
}

/** All of Chromium's processes. What the computer plays is the page itself, which is silent. */
async function measureWindow(): Promise<string> {
  const { browser, close } = await openBrowser();
  const { alone, pid } = browser;
  await signIn(browser.page, { url: service.url, signInUrl: service.signIn });
  const idle = await alone(() => share(wait, pid));
  await browser.page.route('**/v1/recordings', (route) => {
    const asked = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ ...asked, live: false }) });
  });
  await browser.page.getByRole('link', { name: 'Record', exact: true }).click();
  await browser.page.getByRole('checkbox', { name: 'Also record what a tab plays' }).click();
  await browser.page.getByRole('meter', { name: 'Level of the computer' }).waitFor();
  await beginRecording(browser.page);
  const shown = await alone(() => share(wait, pid));
  await browser.page.getByRole('link', { name: 'Settings' }).click();
  const behind = await alone(() => share(wait, pid));
  const [made] = (await client.listRecordings()).data;
  await browser.page.getByRole('link', { name: /^Recording/ }).click();
  await stopRecording(browser.page);
  await close();
  const recorded = `${made?.tracks.length} tracks, live: ${made?.live}`;
  return `window: idle ${percent(idle)}, recording ${percent(shown)}, another page shown ${percent(behind)} (${recorded})`;
}

async function openBrowser() {
  const microphone = await makeMicrophone(samples.subarray(0, 60 * 16_000));
  const browser = await openUnwatched(microphone.switches);
  const close = async () => {
    await browser.close();
    await microphone.remove();
  };
  return { browser, close };
}

/** Runs in a worker, and reads as the recorder does: what has come meanwhile together. */
const READ_TOGETHER = `onmessage = async ({ data }) => {
  const reader = data.getReader();
  for (;;) {
    const askedAt = performance.now();
    (await reader.read()).value.close();
    if (performance.now() - askedAt >= 2) await new Promise((resolve) => setTimeout(resolve, 90));
  }
}`;

/** Runs in the page. */
const READ_TRACKS = `(async () => {
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const microphone = await navigator.mediaDevices.getUserMedia({ audio });
  const computer = await navigator.mediaDevices.getDisplayMedia({ video: true, audio });
  for (const track of computer.getVideoTracks()) track.stop();
  window.worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(READ_TOGETHER)}])));
  for (const track of [...microphone.getAudioTracks(), ...computer.getAudioTracks()]) {
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 3000 });
    window.worker.postMessage(readable, [readable]);
  }
})()`;

const [{ model = '' } = {}] = cpus();
const lines = [await measureService(), await measureBrowser(), await measureWindow()];
console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`${SECONDS} s each, of one processor, without text\n${lines.join('\n')}`);
await service.stop();
rmSync(folder, { recursive: true });
process.exit(0);
