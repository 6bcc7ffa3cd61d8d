import { useEffect, useMemo } from 'react';
import type { CueEdit } from '../../../../../shared/subtitles/cue-edits.ts';
import { buildEditedCues, type EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { SubtitleOptions } from '../../../../../shared/subtitles/options.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { useCues } from '../../../stores/transcript/cue-store.ts';
import { type Choice, useExport } from '../../../stores/transcript/export-store.ts';
import { toSegment } from '../../../text/segment.ts';

/** The subtitles of the text as it is now, shaped as an export with these choices shapes them. */
function cuesOf(
  segments: readonly TranscriptSegment[],
  { max_chars_per_line, max_lines, speakers }: Choice,
  edits: readonly CueEdit[],
): EditedCue[] {
  const options = SubtitleOptions.parse({ max_chars_per_line, max_lines, speakers });
  return buildEditedCues(segments.map(toSegment), options, edits);
}

/** The subtitles as they would be exported now; none while they are not shown. */
export function useCuesToShow(
  id: string,
  segments: readonly TranscriptSegment[],
  wanted: boolean,
): readonly EditedCue[] {
  const choice = useExport((state) => state.choice);
  const edits = useCues((state) => (state.id === id ? state.edits : NO_EDITS));
  const load = useCues((state) => state.load);
  useEffect(() => {
    if (wanted) void load(id);
  }, [wanted, id, load]);
  return useMemo(
    () => (wanted ? cuesOf(segments, choice, edits) : []),
    [wanted, segments, choice, edits],
  );
}

const NO_EDITS: readonly CueEdit[] = [];
