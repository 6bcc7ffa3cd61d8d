import { createPactl, MONITOR } from './pactl.ts';

const LOW_PERCENT = 50;

/**
 * Turns the monitor of the computer's output up where its own volume is low: it is kept apart from that of the
 * loudspeaker, and near zero all that is recorded is silence, without any error. Nobody hears the difference. Where
 * `pactl` is missing, nothing is changed.
 */
export async function openMonitor(program = 'pactl'): Promise<void> {
  const pactl = createPactl(program);
  try {
    const volumes = await pactl('get-source-volume', MONITOR);
    const percents = [...volumes.matchAll(/\b(\d{1,4})%/g)].map(([, percent]) => Number(percent));
    if (Math.min(...percents) < LOW_PERCENT) await pactl('set-source-volume', MONITOR, '100%');
    if (/yes/.test(await pactl('get-source-mute', MONITOR)))
      await pactl('set-source-mute', MONITOR, '0');
  } catch {
    // Whoever records says what to do when nothing is heard.
  }
}
