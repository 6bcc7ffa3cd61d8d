/** One run of ffmpeg over a file nobody vouches for: it reads nothing else, must go on, and must not be killed. */
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { type ChildOptions, type ChildResult, runChild } from '../process.ts';
import { createWatchdog } from '../watchdog.ts';
import { FFMPEG_MEMORY_BYTES } from './ffmpeg-memory.ts';
import { goesOnBehindHeader } from './wav-header.ts';

/** The longest recording that is transcribed. */
export const MAX_RECORDING_MS = 10 * 3_600_000;
/** A minute more than the limit, so that a recording which is too long is seen to be. */
const READ_SECONDS = MAX_RECORDING_MS / 1000 + 60;
/** The longest anybody waits to hear that a file makes ffmpeg hang is a minute, its end and all. */
const IDLE_MS = 45_000;

/** What ffmpeg says when there was no file descriptor left to open the recording; no line that quotes from it. */
const NO_DESCRIPTOR_LEFT = /^(?!.*\[info\]).*: Too many open files(?: in system)?\r?$/m;

/** Containers only: playlists, manifests and session descriptions, which open other files, stay out. */
const FORMATS =
  'mov,matroska,webm,mp3,wav,w64,flac,ogg,aac,aiff,caf,mpegts,mpeg,avi,flv,asf,amr,au,ac3,eac3';

export type FfmpegRun = Pick<ChildOptions, 'onStdout' | 'onStderrLine'> & {
  /** From `findFfmpeg`. */
  ffmpeg: string;
  input: string;
  /** How it reports; what is in front of the input. */
  reporting: readonly string[];
  /** What it makes, behind the input. Without, it describes the input and ends. */
  output?: readonly string[];
  clock: Clock;
  signal: AbortSignal;
  /** How long it may be without a sign of life; 45 s when left out. */
  idleMs?: number;
};

/**
 * Runs ffmpeg to its end. What it writes to stdout counts as a sign of life; what it says on stderr does not.
 *
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `system_limit`, `unsupported_media` when it gives no sign of life;
 *   what `onStdout` throws; the signal's reason when aborted
 */
export async function runFfmpeg(run: FfmpegRun): Promise<ChildResult> {
  const { ffmpeg, input, reporting, output = [], clock, signal, onStdout, onStderrLine } = run;
  const asStream = await goesOnBehindHeader(input);
  const idle = createWatchdog({
    clock,
    idleMs: run.idleMs ?? IDLE_MS,
    reason: () => new AppError('unsupported_media'),
  });
  try {
    const result = await runChild({
      file: ffmpeg,
      args: ['-hide_banner', '-nostdin', ...reporting, ...reading(input, asStream), ...output],
      ...(asStream && { inputFile: input }),
      memoryBytes: FFMPEG_MEMORY_BYTES,
      missing: 'ffmpeg_missing',
      signal: AbortSignal.any([signal, idle.signal]),
      onStdout: (chunk) => {
        idle.touch();
        return onStdout?.(chunk);
      },
      ...(onStderrLine && { onStderrLine }),
    });
    requireUnharmed(result);
    if (result.exitCode !== 0 && NO_DESCRIPTOR_LEFT.test(result.stderr)) {
      throw new AppError('system_limit', { cause: result });
    }
    return result;
  } finally {
    idle.stop();
  }
}

/**
 * No network, no formats that open other files, one thread, an end. A WAV that goes on behind its header comes as a
 * stream, because in a file ffmpeg would look for chunks there, eight bytes at a time.
 */
function reading(input: string, asStream: boolean): string[] {
  return [
    ...['-protocol_whitelist', asStream ? 'pipe' : 'file', '-format_whitelist', FORMATS],
    ...(asStream ? ['-ignore_length', '1'] : []),
    ...['-threads', '1', '-t', String(READ_SECONDS)],
    ...['-i', asStream ? 'pipe:0' : `file:${path.resolve(input)}`],
  ];
}

const MAX_TRIES = 3;
/** How ffmpeg leaves when it is asked to by a signal. */
const ASKED_TO_LEAVE = 255;

/** @throws AppError `ffmpeg_crashed` when something killed it: what it said and wrote is not to be trusted */
function requireUnharmed(result: ChildResult): void {
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
