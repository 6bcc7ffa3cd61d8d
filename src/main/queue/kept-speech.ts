import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where somebody speaks, kept in the job's folder so that later stages need not find it again. */
const Regions = z.array(z.object({ startMs: z.number(), endMs: z.number() }));
type Regions = z.infer<typeof Regions>;

const NAME = 'speech.json';

export async function keepSpeech(folder: string, regions: Regions): Promise<void> {
  await writeFile(join(folder, NAME), JSON.stringify(regions));
}

/** Null when there is none, or a crash left half of it. */
export async function readKeptSpeech(folder: string): Promise<Regions | null> {
  try {
    return Regions.parse(JSON.parse(await readFile(join(folder, NAME), 'utf8')));
  } catch {
    return null;
  }
}
