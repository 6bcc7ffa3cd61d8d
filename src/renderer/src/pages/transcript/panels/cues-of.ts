import type { CueEdit } from '../../../../../shared/subtitles/cue-edits.ts';
import { buildEditedCues, type EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { SubtitleOptions } from '../../../../../shared/subtitles/options.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import type { Choice } from '../../../stores/transcript/export-store.ts';
import { toSegment } from '../../../text/segment.ts';

/** The subtitles of the text as it is now, shaped as an export with these choices shapes them. */
export function cuesOf(
  segments: readonly TranscriptSegment[],
  { max_chars_per_line, max_lines, speakers }: Choice,
  edits: readonly CueEdit[],
): EditedCue[] {
  const options = SubtitleOptions.parse({ max_chars_per_line, max_lines, speakers });
  return buildEditedCues(segments.map(toSegment), options, edits);
}
