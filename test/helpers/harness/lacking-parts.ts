/** A service whose engine dies of the windows that a test names, and a recording of five windows. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../src/shared/client.ts';
import type { TimeSpan } from '../../../src/shared/time.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../corpus/recordings.ts';
import { writeProgram } from '../engines/engine-programs.ts';
import { poison, poisonedEngine, windowsGiven } from '../engines/fake-engine.ts';
import { finished, makeTempFolder, startTestApp, type TestTasks, transcribe } from './app.ts';
import { childHere } from './child-here.ts';

const NONE = new Float32Array(0);
const OPENING_MS = 12_000;
/** Somebody opens, and another says all the rest: told apart without listening. */
const TWO_VOICES: TestTasks = {
  label: childHere(async ({ regions }) => ({
    method: 'acoustic',
    turns: regions.map(toTurn),
    count: 2,
    confidence: 1,
    embeddings: { model: null, digest: null, space: 'none', dim: 0, windows: [], vectors: NONE },
    centroids: { space: null, dim: 0, vectors: NONE },
  })),
};
const toTurn = (region: TimeSpan) => ({
  ...region,
  speaker: region.startMs < OPENING_MS ? 0 : 1,
  confidence: 1,
});

export type LackingParts = Awaited<ReturnType<typeof startLackingParts>>;

export async function startLackingParts() {
  const folder = await makeTempFolder();
  const log = join(folder, 'windows');
  const engineFile = await writeProgram(join(folder, 'engine'), poisonedEngine(log));
  const app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: TWO_VOICES });
  const files: Record<string, Uint8Array> = {
    '/talk.wav': asFile(compose(loadPool(), clipsIn('en', 40))).bytes,
  };
  const origin = await serveRecordings(files);
  const asked = { url: `${origin.url}/talk.wav`, language: 'en' };
  const whole = await transcribe(app.client, asked);
  const windows = [...new Set(windowsGiven(log))];
  const poisonThese = (parts: readonly number[]): void =>
    poison(
      log,
      parts.map((at) => windows[at] ?? ''),
    );
  return {
    app,
    files,
    /** The recording as it is where nothing fails. */
    whole,
    /** The places of the windows that the engine was given since, each once. */
    since: (given: number): number[] =>
      [...new Set(windowsGiven(log).slice(given))].map((window) => windows.indexOf(window)),
    given: () => windowsGiven(log).length,
    /** The engine dies of these windows from now on. */
    poison: poisonThese,
    /** The recording, transcribed by an engine that dies of these windows. */
    async without(parts: readonly number[], client: Client = app.client): Promise<Transcription> {
      poisonThese(parts);
      const done = await transcribe(client, asked);
      poisonThese([]);
      return done;
    },
    async continued(id: string, client: Client = app.client): Promise<Transcription> {
      return finished(client, (await client.continueTranscription(id)).id);
    },
    async stop(): Promise<void> {
      await app.stop();
      await origin.close();
      await rm(folder, { recursive: true });
    },
  };
}
