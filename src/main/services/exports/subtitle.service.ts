import { buildCues } from '../../../shared/subtitles/cues.ts';
import type { SubtitleOptions } from '../../../shared/subtitles/options.ts';
import { writeSrt } from '../../../shared/subtitles/srt.ts';
import { writeVtt } from '../../../shared/subtitles/vtt.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { isSameSecret } from '../../ids.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { EVERYTHING } from '../../repositories/view.ts';

export type SubtitleService = ReturnType<typeof createSubtitleService>;

/** Subtitles are rendered when asked for, from the stored words; no subtitle file ever lies on the disk. */
export function createSubtitleService({ db }: Pick<Core, 'db'>) {
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);
  return {
    /** @throws not_found also for a wrong token, so that ids cannot be guessed at. */
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
      return writeSubtitles(await transcripts.segments(id), format, options);
    },
  };
}

/** The segments with their words as the text of a subtitle file. */
export function writeSubtitles(
  segments: readonly Segment[],
  format: 'vtt' | 'srt',
  options: SubtitleOptions,
): string {
  const cues = buildCues(segments, options);
  return format === 'vtt' ? writeVtt(cues) : writeSrt(cues);
}
