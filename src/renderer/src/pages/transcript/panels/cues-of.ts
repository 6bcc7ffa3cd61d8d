import { buildCues } from '../../../../../shared/subtitles/cues.ts';
import { type Cue, SubtitleOptions } from '../../../../../shared/subtitles/options.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { toSegment } from '../../../text/segment.ts';

/** The subtitles of the text as it is now, shaped as an export shapes them. */
export function cuesOf(segments: readonly TranscriptSegment[]): Cue[] {
  return buildCues(segments.map(toSegment), SubtitleOptions.parse({}));
}
