import { AppError } from '../../errors.ts';
import type { ChildResult } from '../process.ts';

const MAX_TRIES = 3;
/** How ffmpeg leaves when it is asked to by a signal. */
const ASKED_TO_LEAVE = 255;

/** @throws AppError `ffmpeg_crashed` when something killed it: what it said and wrote is not to be trusted */
export function requireUnharmed(result: ChildResult): void {
  const { exitCode, stderr } = result;
  const asked = exitCode === ASKED_TO_LEAVE && /received signal/.test(stderr);
  if (exitCode === null || asked) throw new AppError('ffmpeg_crashed', { cause: result });
}

/** Does work with ffmpeg again when something killed it, up to three times in all. */
export async function againWhenKilled<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const killed = error instanceof AppError && error.code === 'ffmpeg_crashed';
      if (!killed || tries === MAX_TRIES) throw error;
    }
  }
}
