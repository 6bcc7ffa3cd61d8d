import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { inWording, wordingOf } from '../../../shared/exports/chosen-wording.ts';
import { buildDocument, type ExportDocument } from '../../../shared/exports/export-document.ts';
import {
  EXPORT_TYPES,
  type ExportFormat,
  type ExportOptions,
  type ExportQuery,
  exportEnding,
  HIGHLIGHTED_FORMATS,
  type PartOfRecording,
} from '../../../shared/exports/export-options.ts';
import { type Marking, NOTHING_MARKED } from '../../../shared/exports/marked-text.ts';
import { writeExport } from '../../../shared/exports/write-export.ts';
import { fileStem, titleOf } from '../../../shared/transcription/title.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type {
  Transcription,
  TranscriptionSummary,
} from '../../../shared/transcription/transcription.ts';
import { readSegment, type Wording } from '../../../shared/transcription/wording.ts';
import { AppError, nullIf } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { readCueEdits } from '../../repositories/transcripts/cue.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import type { Principal } from '../principal.ts';
import type { HighlightService } from '../transcriptions/highlight.service.ts';
import type { PlaybackService } from '../transcriptions/playback.service.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';
import type { Pieces } from '../transcriptions/write-transcription.ts';
import { type PageMedia, writePage } from './html-page.ts';
import { type PrintPdf, writePrintedPage } from './pdf-file.ts';
import { writeResearchFile } from './research-files.ts';
import { writeSubtitles } from './subtitle.service.ts';
import { createTranslatedExport } from './translated-export.ts';

export type ExportedFile = { type: string; filename: string } & (
  | { body: string | Pieces }
  /** For files whose bytes differ each time although the content is the same; written only when sent. */
  | { etag: string; write: () => Promise<Pieces> }
);

/** Writes a Word file, outside this thread. */
type WriteDocx = (
  document: ExportDocument,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** What writes files outside of this thread. */
export type ExportWriters = { writeDocx: WriteDocx; printPdf: PrintPdf };

/** A larger recording makes a page that browsers are slow to open. */
const MOST_MEDIA_BYTES = 100_000_000;
type TranslatableQuery = Omit<ExportQuery, 'language' | 'bilingual'> &
  Partial<Pick<ExportQuery, 'language' | 'bilingual'>>;

export type ExportService = ReturnType<typeof createExportService>;

/** Finished transcriptions as files, generated on request. */
export function createExportService(
  { db }: Pick<Core, 'db'>,
  {
    transcriptions,
    playback,
    writeDocx,
    printPdf,
    highlights,
  }: {
    transcriptions: Pick<TranscriptionService, 'readable' | 'write'>;
    playback: Pick<PlaybackService, 'media'>;
    highlights: Pick<HighlightService, 'list'>;
  } & ExportWriters,
) {
  const transcripts = createTranscriptRepository(db);
  const translated = createTranslatedExport({ db });
  const readSegments = async (
    { id, text_until }: Pick<TranscriptionSummary, 'id' | 'text_until'>,
    wording: Wording,
  ): Promise<Segment[]> => {
    const said =
      text_until === null
        ? await transcripts.segments(id)
        : (await transcripts.transcriptSoFar(id)).segments;
    return said.map((segment) => readSegment(segment, wording));
  };
  /** The text, with the highlights that its file is to have. @throws not_found, wrong_state */
  const read = async (
    id: string,
    { format, options: { highlights: how } }: { format: ExportFormat; options: ExportOptions },
    principal: Principal,
  ): Promise<{ whole: Transcription; marking: Marking }> => {
    const wanted = how !== 'leave_out' && HIGHLIGHTED_FORMATS.some((one) => one === format);
    const short = await transcriptions.readable(id, principal, { words: false });
    const only = wanted && how === 'only';
    if (!wanted || short.status !== 'completed') {
      return { whole: short, marking: { ...NOTHING_MARKED, only } };
    }
    const { data } = await highlights.list(id, principal);
    if (data.length === 0) return { whole: short, marking: { ...NOTHING_MARKED, only } };
    const whole = await transcriptions.readable(id, principal, { words: true });
    return { whole, marking: { highlights: data, segments: whole.result.segments, only } };
  };
  return {
    /** @throws not_found, wrong_state, translation_missing, invalid_request */
    async render(
      id: string,
      { format, language, bilingual, ...options }: TranslatableQuery,
      principal: Principal,
      signal: AbortSignal,
    ): Promise<ExportedFile> {
      refuseBackwards(options);
      const { whole, marking } = await read(id, { format, options }, principal);
      const wording = wordingOf(options);
      const transcription = inWording(whole, wording);
      const type = EXPORT_TYPES[format];
      const stem = downloadStem(transcription);
      if (language !== undefined || bilingual === true) {
        const wanted = { format, language, bilingual };
        const body = await translated(transcription, wanted, options);
        return { body, type: `${type}; charset=utf-8`, filename: `${stem}.${language}.${format}` };
      }
      const ending = exportEnding(format);
      const filename = marking.only ? `${stem}.highlights.${ending}` : `${stem}.${ending}`;
      const asText = (body: string | Pieces): ExportedFile => {
        return { body, type: `${type}; charset=utf-8`, filename };
      };
      const toDocument = () => buildDocument(transcription, options, true, marking);
      switch (format) {
        case 'docx': {
          const document = toDocument();
          const write = async () => [await writeDocx(document, signal)];
          return { type, filename, etag: weakTag(JSON.stringify(document)), write };
        }
        case 'pdf': {
          const { paper } = options;
          const page = writePrintedPage(toDocument(), { paper });
          const write = async () => [await printPdf(page, { paper, signal })];
          return { type, filename, etag: weakTag(page), write };
        }
        case 'html': {
          const isHeard = options.recording !== 'never';
          const media = isHeard ? await pageMedia(playback, id, principal) : null;
          return asText(writePage(toDocument(), { media }));
        }
        case 'json':
          return asText(
            await writeJson(marking, id, () =>
              transcriptions.write(id, principal, { indent: 2, partial: true }),
            ),
          );
        case 'srt':
        case 'vtt':
        case 'ass': {
          const segments = await readSegments(whole, wording);
          return asText(writeSubtitles(segments, await readCueEdits(db, id), format, options));
        }
        case 'eaf':
        case 'textgrid':
        case 'otr':
        case 'qdpx': {
          const segments = await readSegments(whole, wording);
          const body = await writeResearchFile(transcription, format, segments, signal);
          return format === 'qdpx' ? { body, type, filename } : asText(body);
        }
        default:
          return asText(writeExport(transcription, format, options, marking));
      }
    },
  };
}

/** The name of a file without its extension; what is incomplete says so. */
export function downloadStem({
  source,
  text_until,
}: Pick<TranscriptionSummary, 'source' | 'text_until'>): string {
  return fileStem(`${titleOf(source)}${text_until === null ? '' : ' (incomplete)'}`);
}

/** The JSON of a transcription, with its highlights as another field at its end; or they alone. */
async function writeJson(
  { highlights, only }: Marking,
  id: string,
  write: () => Promise<Pieces>,
): Promise<Pieces> {
  if (only) return [Buffer.from(`${JSON.stringify({ id, highlights }, null, 2)}\n`)];
  const pieces = await write();
  const [last, end] = [pieces.at(-1), Buffer.from('\n')];
  if (highlights.length === 0 || !last) return [...pieces, end];
  const field = JSON.stringify({ highlights }, null, 2).slice('{'.length);
  const open = last.subarray(0, last.length - '\n}'.length);
  return [...pieces.slice(0, -1), open, Buffer.from(`,${field}\n`)];
}

/** @throws invalid_request where a part ends before it begins */
export function refuseBackwards({ from, to }: PartOfRecording): void {
  if (to === undefined || to > (from ?? 0)) return;
  const message = 'The part ends where it begins, or before: "to" must be later than "from".';
  throw new AppError('invalid_request', { param: 'to', message });
}

/** Its bytes, written now if they are not yet. */
export async function piecesOf(file: ExportedFile): Promise<readonly Uint8Array[]> {
  const body = 'write' in file ? await file.write() : file.body;
  return typeof body === 'string' ? [Buffer.from(body)] : body;
}

/** Null where no recording is kept, or a large one. */
async function pageMedia(
  playback: Pick<PlaybackService, 'media'>,
  id: string,
  principal: Principal,
): Promise<PageMedia | null> {
  const media = await playback.media(id, principal).catch(nullIf('not_found'));
  if (media === null || media.bytes === 0 || media.bytes > MOST_MEDIA_BYTES) return null;
  const bytes = await buffer(await media.read({ start: 0, end: media.bytes - 1 }));
  return { type: media.type, base64: bytes.toString('base64') };
}

/** A Word file and a PDF contain when they were made, so only what they are made of can be compared. */
function weakTag(content: string): string {
  return `W/"${hash('sha256', content, 'base64url')}"`;
}
