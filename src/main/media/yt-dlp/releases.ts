/** The yt-dlp releases that Steno keeps in its data folder: the one in use and the one before. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { publishFile } from '../disk.ts';

const Release = z.object({
  version: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Release = z.infer<typeof Release>;

const Kept = z.object({ current: Release, previous: Release.nullable() });
type Kept = z.infer<typeof Kept>;

export type ReleaseFolder = ReturnType<typeof createReleaseFolder>;

export function createReleaseFolder(folder: string) {
  const stateFile = path.join(folder, 'releases.json');
  const fileName = process.platform === 'win32' ? 'yt-dlp.exe' : 'yt-dlp';
  const placeOf = ({ sha256 }: Release) => path.join(folder, sha256.slice(0, 16));

  const read = async (): Promise<Kept | null> => {
    try {
      return Kept.parse(JSON.parse(await readFile(stateFile, 'utf8')));
    } catch {
      return null; // nothing is kept yet, or what is there cannot be trusted
    }
  };
  const write = async (kept: Kept) => {
    await writeFile(`${stateFile}.part`, JSON.stringify(kept), { mode: 0o600 });
    await publishFile(`${stateFile}.part`, stateFile);
  };

  return {
    read,
    fileOf: (release: Release) => path.join(placeOf(release), fileName),

    /** Where a download may come to lie before it is one of the kept. */
    async newPlace(release: Release): Promise<string> {
      await mkdir(placeOf(release), { recursive: true, mode: 0o700 });
      return path.join(placeOf(release), fileName);
    },

    /** Makes a checked download the one in use, and forgets what is older than the one before. */
    async use(release: Release): Promise<void> {
      const kept = await read();
      const previous = kept?.current ?? null;
      await write({ current: release, previous });
      const dropped = kept?.previous;
      if (dropped && dropped.sha256 !== release.sha256 && dropped.sha256 !== previous?.sha256) {
        await this.discard(dropped);
      }
    },

    /** Goes back to the one before; doing it again goes forward. `false` when there is none. */
    async revert(): Promise<boolean> {
      const kept = await read();
      if (!kept?.previous) return false;
      await write({ current: kept.previous, previous: kept.current });
      return true;
    },

    /** Windows keeps files that run; a later update removes them. */
    async discard(release: Release): Promise<void> {
      await rm(placeOf(release), { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
