import type { CueEdit } from '../subtitles/cue-edits.ts';
import { buildEditedCues } from '../subtitles/edited-cues.ts';
import type { Cue, SubtitleOptions } from '../subtitles/options.ts';
import type { Segment } from '../transcription/transcript.ts';
import type { TranscriptSegment } from '../transcription/transcription.ts';

/** Subtitles for segments as the API returns them, with times in seconds. */
export function cuesOf(
  segments: readonly TranscriptSegment[],
  options: SubtitleOptions,
  edits: readonly CueEdit[],
): Cue[] {
  return buildEditedCues(segments.map(toSegment), options, edits);
}

function toSegment(segment: TranscriptSegment): Segment {
  const inMs = <Timed extends { start: number; end: number }>({ start, end, ...rest }: Timed) => ({
    ...rest,
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
  });
  return { ...inMs(segment), words: segment.words.map(inMs) };
}
