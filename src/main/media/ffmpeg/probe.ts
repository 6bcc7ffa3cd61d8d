/** What a recording is made of, asked of ffmpeg itself, because ffprobe does not come with every ffmpeg. */
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { REPORT_MEMORY, tookAllMemory } from './ffmpeg-memory.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { goesOnBehindHeader } from './wav-header.ts';

export type MediaFacts = {
  /** ffmpeg's names for the container, such as `mov`, `mp4`, `m4a`. */
  container: string[];
  /** The codec of the first sound track, such as `aac`. */
  audio: string | null;
  /** Codec and pixel format of the first picture track; `null` also when there is only a cover. */
  video: { codec: string; pixels: string } | null;
  /** Whether the header counts all of the sound: players believe it. */
  headerIsTrue: boolean;
};

/** What of ffmpeg's words is about the container and its tracks. */
const DESCRIPTION = /^\[info\] (?:Input #0,| {2}Stream #0:\d)/;

/**
 * @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`, `media_too_complex`; the signal's reason
 *   when aborted
 */
export async function probeMedia({
  ffmpeg,
  input,
  clock,
  signal,
}: {
  ffmpeg: string;
  input: string;
  clock: Clock;
  signal: AbortSignal;
}): Promise<MediaFacts> {
  const lines: string[] = [];
  const result = await runFfmpeg({
    ffmpeg,
    input,
    reporting: ['-loglevel', 'level+info', ...REPORT_MEMORY],
    clock,
    signal,
    onStderrLine: (line) => {
      if (DESCRIPTION.test(line)) lines.push(line);
    },
  });
  const facts = readMediaFacts(lines);
  if (facts === null) {
    throw new AppError(tookAllMemory(result) ? 'media_too_complex' : 'unsupported_media');
  }
  return { ...facts, headerIsTrue: !(await goesOnBehindHeader(input)) };
}

/** From ffmpeg's description of its input; `null` when it could not open it. */
function readMediaFacts(lines: readonly string[]): Omit<MediaFacts, 'headerIsTrue'> | null {
  const inputs = lines.flatMap((line) => /^\[info\] Input #0, (.+), from /.exec(line)?.[1] ?? []);
  const [container] = inputs;
  if (container === undefined) return null;
  const streams = lines.filter((line) => /^\[info\] {3}Stream #0:\d/.test(line));
  const audio = streams.flatMap((line) => / Audio: (\w+)/.exec(line)?.[1] ?? []);
  const video = streams
    .filter((line) => !line.includes('(attached pic)'))
    .flatMap((line) => {
      const [, codec, pixels] = / Video: (\w+).*?, (\w+)/.exec(line) ?? [];
      return codec === undefined ? [] : [{ codec, pixels: pixels ?? '' }];
    });
  return { container: container.split(','), audio: audio[0] ?? null, video: video[0] ?? null };
}
