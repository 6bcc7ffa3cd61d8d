import type { CueEdit } from '../subtitles/cue-edits.ts';
import { buildEditedCues } from '../subtitles/edited-cues.ts';
import type { Cue, SubtitleOptions } from '../subtitles/subtitle-options.ts';
import { toMs } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import type { TranscriptSegment } from '../transcription/transcription.ts';

/** Subtitles for segments as the API returns them, with times in seconds. */
export function cuesOf(
  segments: readonly TranscriptSegment[],
  options: SubtitleOptions,
  edits: readonly CueEdit[],
): Cue[] {
  const names = new Map(segments.map(({ speaker_id, speaker }) => [speaker_id, speaker]));
  const named = segments.map((segment) => toSegment(segment, names));
  return buildEditedCues(named, options, edits);
}

/** A segment with its times in milliseconds and the names of all who speak in it. */
export function toSegment(
  { speakers, ...segment }: TranscriptSegment,
  names: ReadonlyMap<number, string>,
): Segment {
  const inMs = <Timed extends { start: number; end: number }>({ start, end, ...rest }: Timed) => ({
    ...rest,
    startMs: toMs(start),
    endMs: toMs(end),
  });
  const allSpeakers = speakers?.flatMap((id) => names.get(id) ?? []);
  return {
    ...inMs(segment),
    words: segment.words.map(inMs),
    ...(allSpeakers && { speakers: allSpeakers }),
  };
}
