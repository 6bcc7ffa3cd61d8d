import { execa } from 'execa';

/** The monitor of the output that is used now: what is played to it can be recorded there. */
const MONITOR = '@DEFAULT_MONITOR@';
/** PulseAudio answers at once, or hangs. */
const LIMIT_MS = 3000;
const LOW_PERCENT = 50;

/**
 * Turns the monitor of the computer's output up where its own volume is low: it is kept apart from that of the
 * loudspeaker, and near zero all that is recorded is silence, without any error. Nobody hears the difference. Where
 * `pactl` is missing, nothing is changed.
 */
export async function openMonitor(program = 'pactl'): Promise<void> {
  const pactl = async (...args: string[]) => {
    const { stdout } = await execa(program, args, { timeout: LIMIT_MS, env: { LC_ALL: 'C' } });
    return stdout;
  };
  try {
    const volumes = await pactl('get-source-volume', MONITOR);
    const percents = [...volumes.matchAll(/\b(\d{1,4})%/g)].map(([, percent]) => Number(percent));
    if (Math.min(...percents) < LOW_PERCENT) await pactl('set-source-volume', MONITOR, '100%');
    if (/yes/.test(await pactl('get-source-mute', MONITOR)))
      await pactl('set-source-mute', MONITOR, '0');
  } catch {
    // The window says what to do when it hears nothing.
  }
}
