/** What an event says while a page is loaded is newer than the answer that the page waits for. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Client } from '../../src/shared/client.ts';
import { loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { waitingEngine } from '../helpers/engines/fake-engine.ts';
import { connect, makeTempFolder } from '../helpers/harness/app.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, row, TRANSCRIBED } from './open-window.ts';

test('a recording that ends while its page is opened is shown as ended', TRANSCRIBED, async () => {
  const folder = await makeTempFolder();
  const engineFile = await writeProgram(
    join(folder, 'engine'),
    waitingEngine(join(folder, 'gate')),
  );
  const steno = await openWindow({ engine: { engineFile, lanes: 1 }, tasks: ONE_VOICE });
  try {
    const { page } = steno;
    const client = await connect(steno.dataDir);
    const sound = asFile(compose(loadPool(), clipsIn('en', 2))).bytes;
    const { url } = await client.uploadFile(new Blob([sound]), 'talk.wav');
    const { id } = await client.createTranscription({ url });
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/v1/transcriptions/${id}?*`, async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      await route.fulfill({ response });
    });
    await row(page, 'talk').getByRole('link').click();
    await asked.promise;
    // The window is told as well, whose answer is still on its way.
    const opened = Promise.withResolvers<void>();
    const told = isToldOfFailure(client, id, opened.resolve);
    await opened.promise;
    await client.cancelTranscription(id);
    await told;
    late.resolve();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(steno.pageErrors).toEqual([]);
  } finally {
    await steno.close();
    await rm(folder, { recursive: true });
  }
});

async function isToldOfFailure(client: Client, id: string, onOpen: () => void): Promise<void> {
  const stop = new AbortController();
  for await (const { event } of client.events(stop.signal, { onOpen })) {
    if (event.type !== 'transcription' || event.transcription.id !== id) continue;
    if (event.transcription.status === 'failed') break;
  }
  stop.abort();
}
