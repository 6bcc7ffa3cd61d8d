/**
 * Compares the data folder with a bucket: `node test/bench/storage.ts`. An upload of a gigabyte, a part of a recording
 * that is played, and a short recording from upload to text. The bucket is the tests' own server, which shares the
 * processors. The results go into docs/measurements/service.md.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { median } from '../../src/main/engine/bench.ts';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { finished } from '../helpers/harness/app.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { writeSection } from './page.ts';

const MIB = 1024 ** 2;
const UPLOAD = 1024 * MIB;
const PIECE = 64 * MIB;
const ROUNDS = 3;
const SEEKS = 50;
/** What the kernel counts processor time in. */
const TICKS_A_SECOND = 100;

type Figures = Record<'uploadS' | 'cpuS' | 'peakMb' | 'seekMs' | 'jobMs', number>;

const cpuS = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};
const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

async function measure(env: Record<string, string>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'steno-storage-'));
  const service = await startService(join(folder, 'data'), env);
  const { client, pid, url } = service;
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  try {
    const jobs: number[] = [];
    let id = '';
    for (let round = 0; round < ROUNDS; round++) {
      const took = await timed(async () => {
        const { url } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
        ({ id } = await client.createTranscription({ url, structure: false }));
        await finished(client, id);
      });
      jobs.push(took);
    }
    const seeks: number[] = [];
    const { key } = await client.createKey({ name: 'bench' });
    const headers = { authorization: `Bearer ${key}` };
    for (let seek = 0; seek < SEEKS; seek++) {
      const range = `bytes=${seek * 100}-${seek * 100 + 99}`;
      const ask = () =>
        fetch(`${url}/v1/transcriptions/${id}/media`, { headers: { ...headers, range } });
      seeks.push(await timed(async () => (await ask()).arrayBuffer()));
    }
    const before = cpuS(pid);
    const large = new Blob(Array(UPLOAD / PIECE).fill(Buffer.alloc(PIECE, 7)));
    const uploadMs = await timed(() => client.uploadFile(large, 'large.wav'));
    return {
      jobMs: median(jobs),
      seekMs: median(seeks),
      uploadS: uploadMs / 1000,
      cpuS: cpuS(pid) - before,
      peakMb: peakMb(pid),
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

const servers = join(import.meta.dirname, '../helpers/servers/s3-server.ts');
const server = new Worker(
  `const { parentPort } = require('node:worker_threads');
   import(${JSON.stringify(servers)}).then(async ({ startS3Server }) =>
     parentPort.postMessage((await startS3Server({ keeps: false })).endpoint));`,
  { eval: true },
);
const [endpoint] = (await once(server, 'message')) as [string];
const inFolder = await measure({});
const inBucket = await measure({
  STENO_STORAGE: 's3://media/bench',
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: 'AKIATEST',
  AWS_SECRET_ACCESS_KEY: 'hush+hush/',
});
await server.terminate();
const row = (what: string, show: (figures: Figures) => string) =>
  `| ${what} | ${show(inFolder)} | ${show(inBucket)} |`;
const [processor] = cpus();
writeSection(
  'service',
  `## Storage in a bucket

${new Date().toISOString().slice(0, 10)}: ${processor?.model ?? ''}, ${cpus().length} processors, which the tests' S3 server and other work share.

| | data folder | bucket |
|---|---|---|
${row('an upload of 1 GiB', ({ uploadS }) => `${uploadS.toFixed(1)} s`)}
${row('its processor time in the service', ({ cpuS }) => `${cpuS.toFixed(1)} s`)}
${row('the most memory of the service', ({ peakMb }) => `${peakMb.toFixed(0)} MB`)}
${row('100 bytes of a recording, median', ({ seekMs }) => `${seekMs.toFixed(1)} ms`)}
${row('8 s of speech, from upload to text', ({ jobMs }) => `${jobMs.toFixed(0)} ms`)}

Made by \`node test/bench/storage.ts\`.
`,
);
