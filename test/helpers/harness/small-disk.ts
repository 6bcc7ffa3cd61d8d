/** A disk that a test may fill. It lies in memory, and making one needs the rights of an administrator on Linux. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempFolder } from './app.ts';

const MB = Buffer.alloc(1 << 20, 1);

export const canMakeDisk = process.platform === 'linux' && canMount();

function canMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    execFileSync('umount', ['/mnt']);
    return true;
  } catch {
    return false;
  }
}

export type SmallDisk = Awaited<ReturnType<typeof makeDisk>>;

/** A disk of this many megabytes. */
export async function makeDisk(megabytes: number) {
  const path = await makeTempFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  const filler = join(path, 'filler');
  return {
    path,
    filler,
    /** Leaves this many megabytes free. */
    fill(leaveMb: number): void {
      const free = execFileSync('df', ['--output=avail', '-m', path]).toString().split('\n')[1];
      try {
        for (let mb = Number(free); mb > leaveMb; mb--) writeFileSync(filler, MB, { flag: 'a' });
        if (leaveMb === 0) for (;;) writeFileSync(filler, MB.subarray(0, 4096), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    makeRoom: () => rm(filler, { force: true }),
    async remove(): Promise<void> {
      execFileSync('umount', ['--lazy', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
