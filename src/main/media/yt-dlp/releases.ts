/** The yt-dlp releases kept in the data folder: the current and the previous one. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { publishFile } from '../../core/durable-files.ts';
import { ownFile } from '../../core/file-paths.ts';
import { readJsonFile } from '../../core/json-file.ts';

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
  const program = process.platform === 'win32' ? 'yt-dlp.exe' : 'yt-dlp';
  const placeOf = ({ sha256 }: Release) => ownFile(folder, sha256.slice(0, 16));

  /** Null if nothing is stored yet, or it cannot be trusted. */
  const read = (): Promise<Kept | null> => readJsonFile(stateFile, Kept);
  const write = async (kept: Kept) => {
    await writeFile(`${stateFile}.part`, JSON.stringify(kept), { mode: 0o600 });
    await publishFile(`${stateFile}.part`, stateFile);
  };

  return {
    read,
    fileOf: (release: Release) => path.join(placeOf(release), program),

    /** A path for a download that is not installed yet. */
    async newPlace(release: Release): Promise<string> {
      await mkdir(placeOf(release), { recursive: true, mode: 0o700 });
      return path.join(placeOf(release), program);
    },

    /** Makes a verified download the current release and deletes all but the previous one. */
    async use(release: Release): Promise<void> {
      const kept = await read();
      const previous = kept?.current ?? null;
      await write({ current: release, previous });
      const dropped = kept?.previous;
      if (dropped && dropped.sha256 !== release.sha256 && dropped.sha256 !== previous?.sha256) {
        await this.discard(dropped);
      }
    },

    /** Switches back to the previous release; a second call undoes this. `false` when there is none. */
    async revert(): Promise<boolean> {
      const kept = await read();
      if (!kept?.previous) return false;
      await write({ current: kept.previous, previous: kept.current });
      return true;
    },

    /** Windows locks running executables; a later update removes them. */
    async discard(release: Release): Promise<void> {
      await rm(placeOf(release), { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
