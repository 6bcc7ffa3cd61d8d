import { readdirSync, readFileSync } from 'node:fs';

/** The programs that run on a folder, such as the engine and ffmpeg, as Linux lists them; none elsewhere. */
export function programsOf(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}
