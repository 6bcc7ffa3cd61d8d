/** Records what a microphone hears, and what this computer plays, with ffmpeg. */
import type { RecordedTrack } from '../../shared/recordings.ts';
import { RECORDED_RATE } from '../../shared/sound-pieces.ts';
import { systemClock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { FFMPEG_MEMORY_BYTES } from '../media/ffmpeg/ffmpeg-memory.ts';
import { findCapturingFfmpeg } from '../media/ffmpeg/find-capturing-ffmpeg.ts';
import { followDevices, openMonitor } from '../media/pulse.ts';
import { runChild } from '../processes/run-program.ts';

export type Capture = {
  /** A device as the system names it; its usual one when null. */
  microphone: string | null;
  /** What this computer plays as well, from this device or the usual one; false for the microphone alone. */
  computer: string | boolean;
};

/** ffmpeg's exit code after it was asked to stop. */
const ENDED_BY_SIGNAL = 255;
/** What it says of a kind of device that it was built without. */
const UNKNOWN_KIND = /Unknown input format: '\w+'/;
/** And where no sound server of Linux answers. */
const NO_SERVER = /: (?:No such process|Connection refused)$/;
/** What programs need to reach the sound server of their user. */
const SOUND_VARIABLES = [
  'HOME',
  'XDG_RUNTIME_DIR',
  'PULSE_SERVER',
  'PULSE_COOKIE',
  'PULSE_RUNTIME_PATH',
];

/** The inputs of ffmpeg for a system, one for each track. @throws invalid_request where it has no usual device */
export function captureInputs(platform: string, { microphone, computer }: Capture): string[][] {
  const device = DEVICES[platform] ?? DEVICES['linux'];
  const inputs = [device?.(microphone, 'microphone') ?? []];
  if (computer === false) return inputs;
  return [...inputs, device?.(computer === true ? null : computer, 'computer') ?? []];
}

/** What the sound server calls the stream that records what is played. */
const MONITOR_STREAM = `what is played, for Steno ${process.pid}`;

type Device = (name: string | null, track: RecordedTrack) => string[];
const DEVICES: Readonly<Record<string, Device>> = {
  linux: (name, track) => {
    // ALSA's own names have a card in them.
    if (name !== null) return ['-f', /^(?:plug)?hw:/.test(name) ? 'alsa' : 'pulse', '-i', name];
    if (track === 'microphone') return ['-f', 'pulse', '-i', 'default'];
    return ['-f', 'pulse', '-stream_name', MONITOR_STREAM, '-i', '@DEFAULT_MONITOR@'];
  },
  darwin: (name, track) => {
    if (name === null && track === 'computer')
      throw needsDevice('a loopback device, such as BlackHole');
    return ['-f', 'avfoundation', '-i', `:${name ?? 'default'}`];
  },
  win32: (name, track) => {
    if (name === null)
      throw needsDevice(track === 'microphone' ? 'the microphone' : 'a loopback device');
    return ['-f', 'dshow', '-i', `audio=${name}`];
  },
};

function needsDevice(what: string): AppError {
  const message = `Name ${what} as the system calls it: it cannot be found by itself here.`;
  return new AppError('invalid_request', { message });
}

/**
 * Every track at the same rate, as one stream of interleaved samples. `startedAt` is the system's time at which all of
 * them begin, in milliseconds: one device is opened up to half a second after the other, and what comes before it is
 * silence. Without it each begins with its first sample.
 */
function toSamples(tracks: number, startedAt: number | null): string[] {
  const output = ['-ar', String(RECORDED_RATE), '-f', 's16le', 'pipe:1'];
  if (tracks === 1) return ['-ac', '1', '-af', 'aresample=async=1', ...output];
  const fromStart = startedAt === null ? '' : `asetpts=PTS-${startedAt / 1000}/TB,`;
  const even = `aresample=${RECORDED_RATE}:async=1:first_pts=0,aformat=channel_layouts=mono`;
  const [a, b] = [0, 1].map((input) => `[${input}:a]${fromStart}${even}`);
  return ['-filter_complex', `${a}[a];${b}[b];[a][b]amerge=inputs=2`, '-ac', '2', ...output];
}

type How = {
  /** Null until the signal aborts. */
  seconds: number | null;
  signal: AbortSignal;
  onSamples: (bytes: Uint8Array) => void;
  /** The usual microphone is gone, and something else is heard in its place; or there is one again. Known on Linux alone. */
  onMicrophone: (isThere: boolean) => void;
};

/**
 * Passes on samples until the signal aborts or the time is over.
 * @throws unsupported_media with what ffmpeg says where a device cannot be opened; ffmpeg_missing, ffmpeg_lacks_devices
 */
export async function captureSound(
  capture: Capture,
  { seconds, signal, onSamples, onMicrophone }: How,
): Promise<void> {
  const inputs = captureInputs(process.platform, capture);
  const kinds = inputs.map(([, kind = '']) => kind);
  const file = await findCapturingFfmpeg(kinds, { env: process.env, signal });
  if (process.platform === 'linux' && capture.computer === true) await openMonitor();
  const over = new AbortController();
  const following = follow(capture, AbortSignal.any([signal, over.signal]), onMicrophone);
  const { exitCode, stderr } = await runChild({
    file,
    args: programArguments(inputs, seconds),
    memoryBytes: FFMPEG_MEMORY_BYTES,
    missing: 'ffmpeg_missing',
    env: soundVariables(),
    signal,
    onStdout: onSamples,
  }).finally(() => over.abort());
  await following;
  // Ctrl-C reaches it as well, maybe earlier.
  if (exitCode === 0 || exitCode === null || exitCode === ENDED_BY_SIGNAL) return;
  if (UNKNOWN_KIND.test(stderr)) throw new AppError('ffmpeg_lacks_devices');
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const reason =
    kinds.includes('pulse') && NO_SERVER.test(last)
      ? 'no sound server runs here, neither PulseAudio nor PipeWire. Start one, or name a device of ALSA, such as hw:0,0, as the microphone.'
      : last;
  throw new AppError('unsupported_media', {
    message: `The sound could not be recorded: ${reason}`,
  });
}

function programArguments(inputs: readonly string[][], seconds: number | null): string[] {
  const said = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error'];
  const length = seconds === null ? [] : ['-t', String(seconds)];
  // Devices of Linux tell the system's time, those of others that of a clock of their own.
  const isOnClock = process.platform === 'linux' && inputs.length > 1;
  const queued = inputs.flatMap((input) => ['-thread_queue_size', '1024', ...input]);
  const samples = toSamples(inputs.length, isOnClock ? systemClock.now() : null);
  return [...said, ...(isOnClock ? ['-copyts'] : []), ...queued, ...length, ...samples];
}

/** On Linux: has the sound server record what is usual, also once that is another device. */
async function follow(
  { microphone, computer }: Capture,
  signal: AbortSignal,
  onMicrophone: (isThere: boolean) => void,
): Promise<void> {
  if (process.platform !== 'linux') return;
  const followed = {
    microphone: microphone === null,
    monitorStream: computer === true ? MONITOR_STREAM : null,
  };
  if (microphone === null || computer === true)
    await followDevices(followed, { signal, onMicrophone });
}

function soundVariables(): Record<string, string> {
  const entries = SOUND_VARIABLES.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
