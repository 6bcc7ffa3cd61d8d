/** Records what a microphone hears, and what this computer plays, with ffmpeg. */
import { RECORDED_RATE } from '../../shared/recordings.ts';
import { AppError } from '../core/errors.ts';
import { FFMPEG_MEMORY_BYTES } from '../media/ffmpeg/ffmpeg-memory.ts';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.ts';
import { runChild } from '../processes/run-program.ts';

export type Capture = {
  /** A device as the system names it; its usual one when null. */
  microphone: string | null;
  /** What this computer plays as well, from this device or the usual one; false for the microphone alone. */
  computer: string | boolean;
};

/** ffmpeg's exit code after it was asked to stop. */
const ENDED_BY_SIGNAL = 255;
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

type Device = (name: string | null, track: 'microphone' | 'computer') => string[];
const DEVICES: Readonly<Record<string, Device>> = {
  linux: (name, track) => {
    const usual = track === 'microphone' ? 'default' : '@DEFAULT_MONITOR@';
    // ALSA's own names have a card in them.
    const isAlsa = name !== null && /^(?:plug)?hw:/.test(name);
    return ['-f', isAlsa ? 'alsa' : 'pulse', '-i', name ?? usual];
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

/** Every track at the rate and time of the first, as one stream of interleaved samples. */
function toSamples(tracks: number): string[] {
  const output = ['-ar', String(RECORDED_RATE), '-f', 's16le', 'pipe:1'];
  if (tracks === 1) return ['-ac', '1', '-af', 'aresample=async=1', ...output];
  const even = `aresample=${RECORDED_RATE}:async=1:first_pts=0,aformat=channel_layouts=mono`;
  const filter = `[0:a]${even}[a];[1:a]${even}[b];[a][b]amerge=inputs=2`;
  return ['-filter_complex', filter, '-ac', '2', ...output];
}

/**
 * Passes on samples until the signal aborts or the time is over.
 * @throws unsupported_media with what ffmpeg says where a device cannot be opened; ffmpeg_missing
 */
export async function captureSound(
  capture: Capture,
  {
    seconds,
    signal,
    onSamples,
  }: { seconds: number | null; signal: AbortSignal; onSamples: (bytes: Uint8Array) => void },
): Promise<void> {
  const inputs = captureInputs(process.platform, capture);
  const env = Object.fromEntries(
    SOUND_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const length = seconds === null ? [] : ['-t', String(seconds)];
  const said = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error'];
  const { exitCode, stderr } = await runChild({
    file: await findFfmpeg({ env: process.env }),
    args: [...said, ...inputs.flat(), ...length, ...toSamples(inputs.length)],
    memoryBytes: FFMPEG_MEMORY_BYTES,
    missing: 'ffmpeg_missing',
    env,
    signal,
    onStdout: onSamples,
  });
  // Ctrl-C reaches it as well, maybe earlier.
  if (exitCode === 0 || exitCode === null || exitCode === ENDED_BY_SIGNAL) return;
  const reason = stderr.trim().split('\n').at(-1) ?? '';
  throw new AppError('unsupported_media', {
    message: `The sound could not be recorded: ${reason}`,
  });
}
