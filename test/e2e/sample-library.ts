/** A library with the sample in it, transcribed by the real engine once for all files that begin with it. */
import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { sampleBytes } from '../helpers/corpus/recordings.ts';
import { finished, startTestApp } from '../helpers/harness/app.ts';
import { until } from '../helpers/harness/until.ts';
import { unmeasured } from './window-engines.ts';

/** Fills a data folder with it, as `prepare` of a window does. */
export async function sampleLibrary(dataDir: string): Promise<void> {
  const shared = inject('sampleFolder');
  const made = join(shared, 'made');
  const isFirst = await mkdir(join(shared, 'begun')).then(
    () => true,
    () => false,
  );
  if (isFirst) await makeOnce(join(shared, 'begun', 'data'), made);
  // Another file has begun it, in another process.
  await until(() => existsSync(made));
  await cp(made, dataDir, { recursive: true });
}

async function makeOnce(dataDir: string, made: string): Promise<void> {
  const { client, stop } = await startTestApp({ dataDir, ...(await unmeasured()) });
  const file = new File([sampleBytes()], 'Sample recording.mp3', { type: 'audio/mpeg' });
  const { url } = await client.uploadFile(file, file.name);
  const { id } = await client.createTranscription({ url });
  await finished(client, id);
  await stop();
  await rename(dataDir, made);
}
