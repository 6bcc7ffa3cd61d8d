/** What is remembered of an added model, in a file beside it: which bytes it had, and who vouches for them. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { isShortage } from '../../errors.ts';

const ModelNote = z.object({
  sha256: z.string().length(64),
  /** Whether a person said that it may be loaded although the catalogue does not know it. */
  confirmed: z.boolean(),
});
export type ModelNote = z.infer<typeof ModelNote>;

/** A missing or damaged note means that nothing is known of the model. */
export async function readNote(modelPath: string): Promise<ModelNote | null> {
  try {
    return ModelNote.parse(JSON.parse(await readFile(noteFile(modelPath), 'utf8')));
  } catch (error) {
    if (isShortage(error)) throw error;
    return null;
  }
}

/** Whole or not at all, for a crash may come in between. */
export async function writeNote(modelPath: string, note: ModelNote): Promise<void> {
  const file = noteFile(modelPath);
  await writeFile(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export function removeNote(modelPath: string): Promise<void> {
  return rm(noteFile(modelPath), { force: true });
}

function noteFile(modelPath: string): string {
  return `${modelPath}.json`;
}
