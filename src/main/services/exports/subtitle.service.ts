import type { PartOfRecording } from '../../../shared/exports/export-options.ts';
import type { CueEdit } from '../../../shared/subtitles/cue-edits.ts';
import { buildCues } from '../../../shared/subtitles/cues.ts';
import { cuesWithin, spanOf } from '../../../shared/subtitles/cues-within.ts';
import { buildEditedCues } from '../../../shared/subtitles/edited-cues.ts';
import type { SubtitleOptions } from '../../../shared/subtitles/subtitle-options.ts';
import { writeAss } from '../../../shared/subtitles/write-ass.ts';
import { writeSrt } from '../../../shared/subtitles/write-srt.ts';
import { writeVtt } from '../../../shared/subtitles/write-vtt.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../core/errors.ts';
import { isSameSecret } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { readCueEdits } from '../../repositories/transcripts/cue.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';

export type SubtitleService = ReturnType<typeof createSubtitleService>;

/** Renders subtitles on request from the stored words; no subtitle file is stored. */
export function createSubtitleService({ db }: Pick<Core, 'db'>) {
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);
  return {
    /** @throws not_found also for a wrong token, so that ids cannot be guessed */
    async render(
      id: string,
      token: string,
      format: 'vtt' | 'srt',
      options: SubtitleOptions,
    ): Promise<string> {
      const job = await transcriptions.find(id, EVERYTHING);
      if (job?.status !== 'completed' || !isSameSecret(token, job.subtitleToken)) {
        throw new AppError('not_found');
      }
      const [segments, edits] = [await transcripts.segments(id), await readCueEdits(db, id)];
      return writeSubtitles(segments, edits, format, options);
    },
  };
}

/** Renders the segments with their words, and cues edited by hand, as a subtitle file. */
export function writeSubtitles(
  segments: readonly Segment[],
  edits: readonly CueEdit[],
  format: 'vtt' | 'srt' | 'ass',
  options: SubtitleOptions & PartOfRecording,
): string {
  const cues =
    edits.length === 0 ? buildCues(segments, options) : buildEditedCues(segments, options, edits);
  const span = spanOf(options);
  return SUBTITLE_WRITERS[format](span ? cuesWithin(cues, span) : cues, options);
}

export const SUBTITLE_WRITERS = { vtt: writeVtt, srt: writeSrt, ass: writeAss };
