/** What a recording is made of, asked of ffmpeg itself, because ffprobe does not come with every ffmpeg. */
import { AppError } from '../errors.ts';
import { inputArguments } from './ffmpeg.ts';
import { requireUnharmed } from './ffmpeg-killed.ts';
import { runChild } from './process.ts';

export type MediaFacts = {
  /** ffmpeg's names for the container, such as `mov`, `mp4`, `m4a`. */
  container: string[];
  /** The codec of the first sound track, such as `aac`. */
  audio: string | null;
  /** Codec and pixel format of the first picture track; `null` also when there is only a cover. */
  video: { codec: string; pixels: string } | null;
};

/** @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`; the signal's reason when aborted */
export async function probeMedia({
  ffmpeg,
  input,
  signal,
}: {
  ffmpeg: string;
  input: string;
  signal: AbortSignal;
}): Promise<MediaFacts> {
  const lines: string[] = [];
  const result = await runChild({
    file: ffmpeg,
    // Without an output it describes the input and ends.
    args: ['-hide_banner', '-nostdin', '-loglevel', 'level+info', ...inputArguments(input)],
    missing: 'ffmpeg_missing',
    signal,
    onStderrLine: (line) => lines.push(line),
  });
  requireUnharmed(result);
  const facts = readMediaFacts(lines);
  if (facts === null) throw new AppError('unsupported_media');
  return facts;
}

/** From ffmpeg's description of its input; `null` when it could not open it. */
export function readMediaFacts(lines: readonly string[]): MediaFacts | null {
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
