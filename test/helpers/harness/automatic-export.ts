/** Recordings that are exported automatically into a folder, or beside those of a watch folder. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../src/shared/client.ts';
import { shortBytes } from '../corpus/recordings.ts';
import { quickEngine, writeProgram } from '../engines/engine-programs.ts';
import { finished, makeTempFolder, startTestApp } from './app.ts';
import { ONE_VOICE } from './one-voice.ts';

/** The folders, the engine and the service of a test; `start` starts it, also again with the same data. */
export async function prepareAutomaticExport() {
  const base = await makeTempFolder();
  const [folder, watched] = [join(base, 'texts'), join(base, 'watched')];
  await mkdir(folder);
  await mkdir(join(watched, 'below'), { recursive: true });
  await writeProgram(join(base, 'engine'), quickEngine);
  return {
    base,
    folder,
    watched,
    /** What is said, and who says it, does not count here. */
    start: () =>
      startTestApp(
        { dataDir: join(base, 'data'), engineFile: join(base, 'engine') },
        { tasks: ONE_VOICE },
      ),
  };
}

/** Different recordings as far as anybody can tell by their bytes. */
export const recording = (mark: string) => Buffer.concat([shortBytes(), Buffer.from(mark)]);

/** The files in a folder and those below it, without what is hidden, as it is while it is written. */
export const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();

/** A recording of this name, uploaded and transcribed. */
export async function upload(client: Client, name: string) {
  const { url } = await client.uploadFile(new Blob([recording(name)]), name);
  return finished(client, (await client.createTranscription({ url })).id);
}
