import { useEffect, useMemo } from 'react';
import {
  type CueEdit,
  withCueEdit,
  wordsWithin,
} from '../../../../../shared/subtitles/cue-edits.ts';
import { buildEditedCues, type EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { SubtitleOptions } from '../../../../../shared/subtitles/subtitle-options.ts';
import { toMs } from '../../../../../shared/time.ts';
import type { Segment } from '../../../../../shared/transcription/transcript.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import type { WaitingStep } from '../../../edits/waiting-steps.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { toSegment } from '../../../text/segment.ts';

/** The subtitles of the text as it is now, as they would be exported; none while they are not shown. */
export function useCuesToShow(
  id: string,
  segments: readonly TranscriptSegment[],
  wanted: boolean,
): readonly EditedCue[] {
  const { max_chars_per_line, max_lines, speakers } = useExport((state) => state.choice);
  const saved = useTranscript((state) => state.cues);
  const waiting = useTranscript((state) => state.waiting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another transcript has others.
  useEffect(() => {
    if (wanted) void useTranscript.loadCues();
  }, [wanted, id]);
  const said = useMemo(() => (wanted ? segments.map(toSegment) : []), [wanted, segments]);
  const edits = useMemo(() => withWaiting(saved ?? [], waiting, said), [saved, waiting, said]);
  return useMemo(() => {
    const options = SubtitleOptions.parse({ max_chars_per_line, max_lines, speakers });
    return wanted ? buildEditedCues(said, options, edits) : [];
  }, [wanted, said, max_chars_per_line, max_lines, speakers, edits]);
}

/** With those that the service does not know yet. */
function withWaiting(
  saved: readonly CueEdit[],
  waiting: readonly WaitingStep[],
  segments: readonly Segment[],
): readonly CueEdit[] {
  let edits = saved;
  for (const edit of waiting.flatMap((step) => step.edits)) {
    if (edit.op !== 'cues') continue;
    const span = { startMs: toMs(edit.from), endMs: toMs(edit.to) };
    edits = withCueEdit(edits, edit, edit.cues ? wordsWithin(segments, span) : '');
  }
  return edits;
}
