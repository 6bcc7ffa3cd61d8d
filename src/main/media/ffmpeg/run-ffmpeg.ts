/** One run of ffmpeg on an untrusted file: it can open nothing else, must make progress, and must not be killed. */
import path from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { type ChildOptions, type ChildResult, runChild } from '../../processes/run-program.ts';
import { createWatchdog } from '../../processes/watchdog.ts';
import { FFMPEG_MEMORY_BYTES } from './ffmpeg-memory.ts';
import { goesOnBehindHeader } from './wav-header.ts';

export const MAX_RECORDING_MS = 10 * 3_600_000;
/** One minute over the limit, so that a recording that is too long is detected. */
const READ_SECONDS = MAX_RECORDING_MS / 1000 + 60;
/** A file that hangs ffmpeg is reported within a minute, shutdown included. */
const IDLE_MS = 45_000;

/** ffmpeg's message when no file descriptor was left to open the recording; never a line quoted from the file. */
const NO_DESCRIPTOR_LEFT = /^(?!.*\[info\]).*: Too many open files(?: in system)?\r?$/m;

/** Containers only: playlists, manifests and session descriptions can open other files and are excluded. */
const FORMATS =
  'mov,matroska,webm,mp3,wav,w64,flac,ogg,aac,aiff,caf,mpegts,mpeg,avi,flv,asf,amr,au,ac3,eac3';

export type FfmpegRun = Pick<ChildOptions, 'onStdout' | 'onStderrLine' | 'cwd' | 'stepsBack'> & {
  /** From `findFfmpeg`. */
  ffmpeg: string;
  input: string;
  /** The input are decoded samples: 16 kHz s16le, mono unless `channels` says otherwise. */
  areSamples?: boolean;
  channels?: number;
  /** Reporting options, placed before the input. */
  reporting: readonly string[];
  /** Output options, placed after the input. Without them ffmpeg describes the input and exits. */
  output?: readonly string[];
  clock: Clock;
  signal: AbortSignal;
  /** How long it may run without a sign of life; 45 s when left out. */
  idleMs?: number;
  /** Its memory limit; what reading any recording takes when left out. */
  memoryBytes?: number;
};

/**
 * Runs ffmpeg to its end. Output on stdout counts as a sign of life; messages on stderr do not.
 *
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `system_limit`, `unsupported_media` when it shows no sign of
 * life;
 *   what `onStdout` throws; the signal's reason when aborted
 */
export async function runFfmpeg(run: FfmpegRun): Promise<ChildResult> {
  const { ffmpeg, input, reporting, output = [], clock, signal, onStdout, onStderrLine } = run;
  const { areSamples = false, channels = 1 } = run;
  const asStream = !areSamples && (await goesOnBehindHeader(input));
  const read = areSamples ? readingSamples(input, channels) : reading(input, asStream);
  using idle = createWatchdog({
    clock,
    idleMs: run.idleMs ?? IDLE_MS,
    reason: () => new AppError('unsupported_media'),
  });
  const result = await runChild({
    file: ffmpeg,
    args: ['-hide_banner', '-nostdin', ...reporting, ...read, ...output],
    ...(asStream && { inputFile: input }),
    memoryBytes: run.memoryBytes ?? FFMPEG_MEMORY_BYTES,
    missing: 'ffmpeg_missing',
    signal: AbortSignal.any([signal, idle.signal]),
    onStdout: (chunk) => {
      idle.touch();
      return onStdout?.(chunk);
    },
    ...(onStderrLine && { onStderrLine }),
    ...(run.cwd !== undefined && { cwd: run.cwd }),
    ...(run.stepsBack !== undefined && { stepsBack: run.stepsBack }),
  });
  requireUnharmed(result);
  if (result.exitCode !== 0 && NO_DESCRIPTOR_LEFT.test(result.stderr)) {
    throw new AppError('system_limit', { cause: result });
  }
  return result;
}

/**
 * No network, no formats that open other files, one thread, a time limit. A WAV with data beyond its header's size is
 * read as a stream, because in a file ffmpeg would search it for chunks, eight bytes at a time.
 */
function reading(input: string, asStream: boolean): string[] {
  return [
    ...['-protocol_whitelist', asStream ? 'pipe' : 'file', '-format_whitelist', FORMATS],
    ...(asStream ? ['-ignore_length', '1'] : []),
    ...['-threads', '1', '-t', String(READ_SECONDS)],
    ...['-i', asStream ? 'pipe:0' : `file:${path.resolve(input)}`],
  ];
}

/** A file that Steno has written itself, so that it can be trusted. */
function readingSamples(input: string, channels: number): string[] {
  const samples = ['-f', 's16le', '-ar', '16000', '-ac', String(channels)];
  return [...samples, '-i', `file:${path.resolve(input)}`];
}

const MAX_TRIES = 3;
/** ffmpeg's exit code after it was asked to stop by a signal. */
const ASKED_TO_LEAVE = 255;

/** @throws AppError `ffmpeg_crashed` when something killed it: its output cannot be trusted */
function requireUnharmed(result: ChildResult): void {
  const { exitCode, stderr } = result;
  const asked = exitCode === ASKED_TO_LEAVE && /received signal/.test(stderr);
  if (exitCode === null || asked) throw new AppError('ffmpeg_crashed', { cause: result });
}

/** Repeats work when something killed ffmpeg, up to three runs in all. */
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
