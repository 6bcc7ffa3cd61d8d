/** Records which recordings of a watched folder were transcribed, so that none is transcribed twice. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { freeName } from '../../../shared/exports/automatic-export.ts';
import { ExportFormat } from '../../../shared/exports/export-options.ts';
import { readJsonFile } from '../../core/json-file.ts';
import { writePart } from '../../core/user-folders.ts';

/** Stored next to the texts; hidden, so that it is not in the way. */
const FILE = '.steno-watch.json';

/** A recording as it was when it was taken, and the name of its texts. */
const TakenFile = z.object({
  path: z.string(),
  bytes: z.number(),
  modified_at: z.number(),
  sha256: z.string(),
  folder: z.string(),
  stem: z.string(),
  formats: z.array(ExportFormat),
});
export type TakenFile = z.infer<typeof TakenFile>;
export type FileFacts = Pick<TakenFile, 'bytes' | 'modified_at'>;
const TakenList = z.object({ files: z.array(TakenFile) });

export type TakenFiles = Awaited<ReturnType<typeof openTakenFiles>>;

/** Reads the list kept in `folder`, empty if missing or damaged. With `again` no recording counts as taken. */
export async function openTakenFiles(folder: string, { again }: { again: boolean }) {
  const file = join(folder, FILE);
  const list = await readJsonFile(file, TakenList);
  const written = new Map(list?.files.map((taken) => [taken.path, taken]));
  const outdated = new Set(again ? written.keys() : []);
  /** Being transcribed now. */
  const underway = new Map<string, TakenFile>();

  const write = async (): Promise<void> => {
    const list: z.infer<typeof TakenList> = { files: [...written.values()] };
    const unfinished = `${file}.${process.pid}`;
    await writePart(unfinished, [Buffer.from(`${JSON.stringify(list, null, 2)}\n`)]);
    await rename(unfinished, file);
  };
  let saved: Promise<void> = Promise.resolve();
  /** One after the other: two recordings may end at once. */
  const save = (): Promise<void> => {
    saved = saved.then(write, write);
    return saved;
  };
  const current = (path: string): TakenFile | null =>
    underway.get(path) ?? (outdated.has(path) ? null : (written.get(path) ?? null));

  return {
    /** The recording as it was taken, if it is the same now: by its facts, or by its bytes when those differ. */
    async find(path: string, facts: FileFacts, digest: () => Promise<string>) {
      const taken = current(path);
      if (taken === null) return null;
      if (taken.bytes === facts.bytes && taken.modified_at === facts.modified_at) return taken;
      return taken.bytes === facts.bytes && taken.sha256 === (await digest()) ? taken : null;
    },

    /** A name for the texts of a recording in `folder` that no other recording there uses. */
    nameFor(folder: string, stem: string): string {
      const others = [...written.values()].filter(({ path }) => !outdated.has(path));
      const used = [...others, ...underway.values()].filter((other) => other.folder === folder);
      // Some file systems are case-insensitive.
      const stems = new Set(used.map((other) => other.stem.toLowerCase()));
      return freeName(stem, (name) => stems.has(name.toLowerCase()));
    },

    begin(taken: TakenFile): void {
      underway.set(taken.path, taken);
    },

    /** `kept` is false when the texts were not written, so that the recording is taken again another time. */
    async end(taken: TakenFile, { kept }: { kept: boolean }): Promise<void> {
      underway.delete(taken.path);
      if (!kept) return;
      outdated.delete(taken.path);
      written.set(taken.path, taken);
      await save();
    },
  };
}
