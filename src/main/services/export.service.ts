import { createHash } from 'node:crypto';
import { buildDocument, type ExportDocument } from '../../shared/exports/document.ts';
import { EXPORT_TYPES, type ExportQuery } from '../../shared/exports/options.ts';
import { writeExport } from '../../shared/exports/write-export.ts';
import { fileStem, titleOf } from '../../shared/title.ts';
import type { Transcription } from '../../shared/transcription.ts';
import { AppError } from '../errors.ts';
import { writeDocx } from './docx-file.ts';

export type ExportedFile = {
  body: string | Uint8Array<ArrayBuffer>;
  type: string;
  filename: string;
  /** Given where the bytes differ each time though the content is the same. */
  etag: string | null;
};

export type ExportService = ReturnType<typeof createExportService>;

/** Finished transcriptions as files, made when asked for. */
export function createExportService({
  get,
}: {
  /** The transcription as the API shows it. @throws not_found */
  get: (id: string) => Promise<Transcription>;
}) {
  return {
    /** @throws not_found, wrong_state */
    async render(id: string, { format, ...options }: ExportQuery): Promise<ExportedFile> {
      const transcription = await get(id);
      if (transcription.status !== 'completed') {
        throw new AppError('wrong_state', { message: 'The transcription is not completed.' });
      }
      const type = EXPORT_TYPES[format];
      const filename = `${fileStem(titleOf(transcription.source))}.${format}`;
      if (format === 'docx') {
        const document = buildDocument(transcription, options, true);
        return { body: await writeDocx(document), type, filename, etag: weakTag(document) };
      }
      const body = writeExport(transcription, format, options);
      return { body, type: `${type}; charset=utf-8`, filename, etag: null };
    },
  };
}

/** A zip file holds the time it was made at, so only its content can be compared. */
function weakTag(document: ExportDocument): string {
  return `W/"${createHash('sha256').update(JSON.stringify(document)).digest('base64url')}"`;
}
