/** Prints how many files run between a request for a transcription and the end of its webhook, for `npm run house`. */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestApp } from '../test/helpers/harness/app.ts';
import { root } from './checks.ts';

const app = await startTestApp();
const session = new Session();
session.connect();
try {
  const { url } = await app.keyClient.getSink();
  const file = new Blob([readFileSync(join(root, 'resources', 'samples', 'sample.mp3'))]);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await session.post('Profiler.takePreciseCoverage');
  const upload = await app.keyClient.uploadFile(file, 'sample.mp3');
  await app.keyClient.createTranscription({ url: upload.url, webhook_url: url });
  while ((await app.keyClient.getSink()).deliveries.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ url: script }) => /\/src\/(main|shared)\//.test(script))
    .filter(({ functions }) =>
      functions.some(
        ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
      ),
    )
    .map(({ url: script }) => relative(root, fileURLToPath(script)))
    .filter((script) => script !== 'src/shared/client.ts');
  console.log(files.length);
} finally {
  session.disconnect();
  await app.stop();
}
