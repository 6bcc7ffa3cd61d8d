/**
 * What it costs to record without text: `node test/bench/recording-load.ts [SECONDS]`. A microphone and the computer's
 * sound arrive in pieces of half a second, as recorders send them; printed is the share of a processor that the service
 * takes, beside one with nothing to do. Linux only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOfS16 } from '../helpers/corpus/audio.ts';
import { interleave } from '../helpers/corpus/stereo.ts';
import { processorSeconds } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { composeHour } from './long-recording.ts';

const SECONDS = Number(process.argv[2] ?? 60);
const PIECE_MS = 500;
const SAMPLES_A_PIECE = 8_000;

const folder = mkdtempSync(join(tmpdir(), 'steno-recording-'));
const service = await startService(folder, { STENO_DEVICE: 'cpu' });
const { client, pid } = service;
const { samples } = composeHour();

/** Of one processor, while `work` runs. */
async function share(work: () => Promise<void>): Promise<number> {
  const [before, startedAt] = [processorSeconds(pid), performance.now()];
  await work();
  return (1000 * (processorSeconds(pid) - before)) / (performance.now() - startedAt);
}

async function record(): Promise<void> {
  const startedAt = performance.now();
  for (let number = 0; number < (SECONDS * 1000) / PIECE_MS; number++) {
    const own = samples.subarray(number * SAMPLES_A_PIECE, (number + 1) * SAMPLES_A_PIECE);
    await client.putPiece(id, number, Uint8Array.from(bytesOfS16(interleave(own, own))));
    await sleep(Math.max(0, startedAt + (number + 1) * PIECE_MS - performance.now()));
  }
}

await sleep(5_000);
const idle = await share(() => sleep(SECONDS * 1000));
const { id } = await client.openRecording({ tracks: ['microphone', 'computer'], live: false });
const busy = await share(record);
const [{ model = '' } = {}] = cpus();
const percent = (part: number) => `${(100 * part).toFixed(2)} %`;
console.log(`${model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`${SECONDS} s: idle ${percent(idle)}, recording without text ${percent(busy)} of one`);
await client.discardRecording(id);
await service.stop();
rmSync(folder, { recursive: true });
process.exit(0);
