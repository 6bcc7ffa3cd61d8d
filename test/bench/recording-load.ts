/**
 * What it costs to record without text: `node test/bench/recording-load.ts [SECONDS]`. A microphone and the computer's
 * sound arrive at the service in pieces of half a second, as recorders send them, then the window records both itself;
 * printed are the shares of a processor, beside what the same takes with nothing to do. Linux only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildOnce } from '../e2e/build-window.ts';
import { signIn } from '../e2e/open-window.ts';
import { beginRecording, launchWithMicrophone, stopRecording } from '../e2e/recorder.ts';
import { bytesOfS16 } from '../helpers/corpus/audio.ts';
import { interleave } from '../helpers/corpus/stereo.ts';
import { mainProcess, openContext } from '../helpers/harness/browser.ts';
import { processorSeconds } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { composeHour } from './long-recording.ts';

const SECONDS = Number(process.argv[2] ?? 60);
const PIECE_MS = 500;
const SAMPLES_A_PIECE = 8_000;

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

/** All of Chromium's processes. What the computer plays is the page itself, which is silent. */
async function measureWindow(): Promise<string> {
  const { browser, close } = await launchWithMicrophone(samples.subarray(0, 60 * 16_000));
  const context = await openContext({ permissions: ['microphone'] }, browser);
  const main = await mainProcess(context);
  const page = await context.newPage();
  await signIn(page, { url: service.url, signInUrl: service.signIn });
  await page.route('**/v1/recordings', (route) => {
    const asked = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ ...asked, live: false }) });
  });
  await sleep(5_000);
  const idle = await share(wait, main);
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Also record what a tab plays' }).click();
  await page.getByRole('meter', { name: 'Level of the computer' }).waitFor();
  await beginRecording(page);
  const recorded = [];
  const shown = await share(wait, main);
  await page.getByRole('link', { name: 'Settings' }).click();
  const behind = await share(wait, main);
  const [made] = (await client.listRecordings()).data;
  recorded.push(made?.tracks.length, made?.live);
  await page.getByRole('link', { name: /^Recording/ }).click();
  await stopRecording(page);
  await context.close();
  await close();
  return `window: idle ${percent(idle)}, recording ${percent(shown)}, another page shown ${percent(behind)} (${recorded})`;
}

const [{ model = '' } = {}] = cpus();
const lines = [await measureService(), await measureWindow()];
console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`${SECONDS} s each, of one processor, without text\n${lines.join('\n')}`);
await service.stop();
rmSync(folder, { recursive: true });
process.exit(0);
