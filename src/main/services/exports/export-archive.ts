import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
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

const PACKED: readonly ExportFormat[] = ['docx', 'qdpx'];

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
    ): Promise<AsyncGenerator<Uint8Array>> {
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
      const render = async (id: string, format: ExportFormat): Promise<readonly Uint8Array[]> => {
        return piecesOf(await exports.render(id, { ...options, format }, principal, signal));
      };
      return write(stems, { formats: [...new Set(formats)], render, mtime: clock.now(), signal });
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

async function* write(
  stems: ReadonlyMap<string, string>,
  {
    formats,
    render,
    mtime,
    signal,
  }: {
    formats: readonly ExportFormat[];
    render: (id: string, format: ExportFormat) => Promise<readonly Uint8Array[]>;
    mtime: number;
    signal: AbortSignal;
  },
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const [id, stem] of stems) {
    for (const format of formats) {
      signal.throwIfAborted();
      const pieces = await render(id, format);
      const name = `${stem}.${exportEnding(format)}`;
      // These are compressed already.
      const file = PACKED.includes(format) ? new ZipPassThrough(name) : new ZipDeflate(name);
      file.mtime = mtime;
      zip.add(file);
      for (const piece of pieces) file.push(piece);
      file.push(new Uint8Array(), true);
      yield* ready.splice(0);
    }
  }
  zip.end();
  yield* ready.splice(0);
}
