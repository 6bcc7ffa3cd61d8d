import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { casefold } from '../../../shared/casefold.ts';
import {
  type ExportFormat,
  type ExportMany,
  exportEnding,
} from '../../../shared/exports/export-options.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../principal.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';
import { downloadStem, type ExportService, piecesOf } from './export.service.ts';

export type ExportArchiveService = ReturnType<typeof createExportArchive>;

/** Several transcripts as one ZIP, written while it is sent: only one of them is in memory at a time. */
export function createExportArchive(
  { clock }: { clock: Clock },
  {
    transcriptions,
    exports,
  }: { transcriptions: Pick<TranscriptionService, 'summary'>; exports: ExportService },
) {
  return {
    /** @throws not_found, wrong_state before anything is written */
    async open(
      { ids, formats, ...options }: ExportMany,
      principal: Principal,
      signal: AbortSignal,
    ): Promise<Readable> {
      const stems = new Map<string, string>();
      const taken = new Set<string>();
      for (const id of new Set(ids)) {
        const summary = await transcriptions.summary(id, principal);
        if (summary.status !== 'completed' && summary.text_until === null) {
          const message = `${titleOf(summary.source)} is not completed.`;
          throw new AppError('wrong_state', { message });
        }
        stems.set(id, unused(downloadStem(summary), taken));
      }
      const render = async (id: string, format: ExportFormat): Promise<Readable> => {
        signal.throwIfAborted();
        const rendered = await exports.render(id, { ...options, format }, principal, signal);
        return Readable.from(await piecesOf(rendered));
      };
      const zip = new ZipFile();
      const archive = zip.outputStream.pipe(new PassThrough());
      zip.on('error', (error: Error) => archive.destroy(error));
      const mtime = new Date(clock.now());
      for (const [id, stem] of stems) {
        for (const format of new Set(formats)) {
          zip.addReadStreamLazy(`${stem}.${exportEnding(format)}`, { mtime }, (send) => {
            render(id, format).then(
              (content) => send(null, content),
              (error: unknown) => send(error, Readable.from([])),
            );
          });
        }
      }
      zip.end();
      return archive;
    },
  };
}

/** A name that no other file of the archive has, ignoring case and accents. */
function unused(stem: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? stem : `${stem} (${count})`;
    if (taken.has(casefold(name))) continue;
    taken.add(casefold(name));
    return name;
  }
}
