import { writeFile } from 'node:fs/promises';
import { ExportOptions } from '../../../shared/exports/export-options.ts';
import { type MediaExportRequest, partStem } from '../../../shared/exports/media-export.ts';
import { spanOf } from '../../../shared/subtitles/cues-within.ts';
import { textLanguage } from '../../../shared/subtitles/translations.ts';
import { formatClock, type TimeSpan } from '../../../shared/time.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { MediaExportOptions } from '../../media/ffmpeg/encode-picture.ts';
import { uploadIn } from '../../repositories/file.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { type MediaKey, recordingKey, uploadKey } from '../../storage/media-storage.ts';
import type { Principal } from '../principal.ts';
import { completedFinder } from '../transcriptions/find-completed.ts';
import { type ExportService, piecesOf, refuseBackwards } from './export.service.ts';

/** What is needed to make a file of a recording, apart from where it is made. */
export type MediaSource = {
  job: Job;
  /** The name of the file, without its extension. */
  stem: string;
  lengthMs: number;
  options: Omit<
    MediaExportOptions,
    'ffmpeg' | 'clock' | 'input' | 'folder' | 'signal' | 'onProgress'
  >;
  /** The recording as a file on this disk; one that is stored elsewhere is fetched to `fetched`. */
  input: (fetched: string, signal: AbortSignal) => Promise<string>;
  /** Writes the subtitles into the folder; false if there is no speech in the part. */
  writeSubtitles: (file: string, signal: AbortSignal) => Promise<boolean>;
};

/** Determines what a request needs. */
export function createMediaSources(
  { db, storage }: Pick<Core, 'db' | 'storage'>,
  { exports }: { exports: Pick<ExportService, 'render'> },
) {
  const findCompleted = completedFinder(db);

  /** The kept recording; its upload if only that has a picture, since browsers do not play it. */
  const inputOf = async (job: Job, picture: boolean): Promise<MediaKey> => {
    const kept = recordingKey(job.id, 'media');
    const upload = uploadIn(job.sourceUrl);
    const original = upload === null ? null : uploadKey(upload);
    const isVideo = job.mediaType?.startsWith('video/') ?? false;
    const isThere = async (key: MediaKey) => (await storage.find(key)) !== null;
    if (picture && !isVideo && original !== null && (await isThere(original))) return original;
    if (job.mediaType !== null && (await isThere(kept))) return kept;
    throw notKept();
  };

  const toFile = async (key: MediaKey, fetched: string, signal: AbortSignal): Promise<string> => {
    const local = storage.localPath(key);
    if (local !== null) return local;
    if (!(await storage.copyTo(key, fetched, { signal }))) throw notKept();
    return fetched;
  };

  return {
    /**
     * @throws not_found, wrong_state, recording_removed, invalid_request, part_outside, no_picture,
     *   translation_missing
     */
    async find(
      id: string,
      request: MediaExportRequest,
      principal: Principal,
      signal: AbortSignal,
    ): Promise<MediaSource> {
      const job = await findCompleted(id, principal);
      const { from, to, picture, subtitles, language, bilingual, ...layout } = request;
      refuseBackwards(request);
      if (subtitles !== 'none' && !picture) throw new AppError('no_picture');
      const key = await inputOf(job, picture);
      const durationMs = job.durationMs ?? 0;
      const span = partOf(request, durationMs);
      const title = titleOf({ title: job.givenTitle ?? job.sourceTitle, url: job.sourceUrl });
      const asked = { ...ExportOptions.parse({}), ...layout, from, to };
      const translated = { language, ...(bilingual && { bilingual }) };
      const render = async (during: AbortSignal) => {
        const format = subtitles === 'burned' ? ('ass' as const) : ('srt' as const);
        const wanted = { ...asked, ...translated, format };
        return Buffer.concat(await piecesOf(await exports.render(id, wanted, principal, during)));
      };
      // Reports errors in the subtitles at once.
      if (subtitles !== 'none') await render(signal);
      return {
        job,
        stem: partStem(title, request),
        lengthMs: span === null ? durationMs : span.endMs - span.startMs,
        options: {
          span,
          durationMs,
          picture,
          subtitles,
          tags: { title, spoken: job.language, subtitles: language ?? textLanguage(job) },
        },
        input: (fetched, during) => toFile(key, fetched, during),
        async writeSubtitles(file, during) {
          const bytes = await render(during);
          await writeFile(file, bytes, { mode: 0o600 });
          return bytes.includes('-->') || bytes.includes('Dialogue:');
        },
      };
    },
  };
}

/** @throws part_outside */
function partOf(request: MediaExportRequest, durationMs: number): TimeSpan | null {
  const span = spanOf(request);
  if (span === null) return null;
  const endMs = request.to === undefined ? durationMs : span.endMs;
  if (endMs <= durationMs && span.startMs < durationMs) return { ...span, endMs };
  throw new AppError('part_outside', {
    param: span.startMs < durationMs ? 'to' : 'from',
    message: `The recording ends before this part does: it is ${formatClock(durationMs)} long (${durationMs / 1000} seconds).`,
  });
}

function notKept(): AppError {
  return new AppError('recording_removed', {
    message: 'The recording itself is no longer kept, so nothing can be made of it.',
  });
}
