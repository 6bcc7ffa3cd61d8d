/** Asks the sound server of Linux, PulseAudio or PipeWire, by the program that comes with it. */
import { execa } from 'execa';

/** The server answers at once, or hangs. */
const LIMIT_MS = 3000;

/** In English, whatever the system speaks. */
const PACTL_ENV = { LC_ALL: 'C' };

/** The monitor of the output that is used now: what is played to it can be recorded there. */
const MONITOR = '@DEFAULT_MONITOR@';

type Pactl = (...args: string[]) => Promise<string>;

/** @throws where the program is missing, or the server */
const createPactl =
  (program: string): Pactl =>
  async (...args) => {
    const { stdout } = await execa(program, args, { timeout: LIMIT_MS, env: PACTL_ENV });
    return stdout;
  };

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

/** What is recorded of the usual devices, the output's monitor by the name that its stream has with the sound server. */
type Followed = { microphone: boolean; monitorStream: string | null };

/**
 * Follows the usual devices of PulseAudio or PipeWire while they are recorded, until the signal aborts. The server moves
 * streams by itself: a microphone's to the next one, but to an output's monitor where there is none, which is told. What
 * records a monitor stays when another output is used, or goes along to a microphone, and is moved back. Without `pactl`
 * nothing is followed.
 */
export async function followDevices(
  { microphone, monitorStream }: Followed,
  { signal, onMicrophone }: { signal: AbortSignal; onMicrophone: (isThere: boolean) => void },
): Promise<void> {
  const pactl = createPactl('pactl');
  let isThere: boolean | null = null;

  const followOutput = async (name: string) => {
    const monitor = `${(await pactl('get-default-sink')).trim()}.monitor`;
    const sources = (await pactl('list', 'short', 'sources')).split('\n');
    const wanted = sources.map((line) => line.split('\t')).find(([, source]) => source === monitor);
    const stream = findStream(await pactl('list', 'source-outputs'), name);
    if (!wanted || !stream || stream.source === wanted[0]) return;
    await openMonitor();
    await pactl('move-source-output', stream.index, monitor);
  };

  const followMicrophone = async () => {
    const isNow = !(await pactl('get-default-source')).trim().endsWith('.monitor');
    if (isThere !== null && isNow !== isThere) onMicrophone(isNow);
    isThere = isNow;
  };

  const look = async () => {
    if (monitorStream !== null) await followOutput(monitorStream);
    if (microphone) await followMicrophone();
  };

  // Between two questions devices may go; there is news of that as well.
  const lookOnce = () => look().catch(() => {});

  // It ends with the recording, or at once where there is no server or program: then there is no news.
  const how = { cancelSignal: signal, env: PACTL_ENV, reject: false } as const;
  const news = execa('pactl', ['subscribe'], how);
  await lookOnce();
  for await (const line of news) {
    if (/ on (?:server|source-output)\b/.test(line)) await lookOnce();
  }
}

/** The number that the server gave a stream of this name, and that of the source it records. */
function findStream(listed: string, name: string): { index: string; source: string } | null {
  const stream = listed.split(/^Source Output #/m).find((one) => one.includes(`"${name}"`)) ?? '';
  const [index, source] = [/^\d+/.exec(stream)?.[0], /\tSource: (\d+)\n/.exec(stream)?.[1]];
  return index === undefined || source === undefined ? null : { index, source };
}
