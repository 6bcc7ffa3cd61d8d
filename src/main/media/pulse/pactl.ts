/** Asks the sound server of Linux, PulseAudio or PipeWire, by the program that comes with it. */
import { execa } from 'execa';

/** The server answers at once, or hangs. */
const LIMIT_MS = 3000;

/** In English, whatever the system speaks. */
export const PACTL_ENV = { LC_ALL: 'C' };

/** The monitor of the output that is used now: what is played to it can be recorded there. */
export const MONITOR = '@DEFAULT_MONITOR@';

type Pactl = (...args: string[]) => Promise<string>;

/** @throws where the program is missing, or the server */
export const createPactl =
  (program: string): Pactl =>
  async (...args) => {
    const { stdout } = await execa(program, args, { timeout: LIMIT_MS, env: PACTL_ENV });
    return stdout;
  };
