import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cuesOf } from '../../../shared/exports/export-cues.ts';
import { describeIncomplete } from '../../../shared/exports/export-document.ts';
import type { TextHighlight } from '../../../shared/highlights/highlight.ts';
import type { CueEdit } from '../../../shared/subtitles/cue-edits.ts';
import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { SubtitleOptions } from '../../../shared/subtitles/subtitle-options.ts';
import { writeSrt } from '../../../shared/subtitles/write-srt.ts';
import { writeVtt } from '../../../shared/subtitles/write-vtt.ts';
import { formatClock } from '../../../shared/time.ts';
import type { Structured } from '../../../shared/transcription/structured.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import { Place, takePage } from '../docs/docs-page.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';
import { TranscriptionId } from './transcription-tools.ts';

/** The formats in which an agent can get a transcript. */
const TranscriptFormat = z.enum(['timed', 'text', 'summary', 'srt', 'vtt', 'highlights']);
type TranscriptFormat = z.infer<typeof TranscriptFormat>;

/** A transcript as pieces that can be returned page by page. */
type Pieces = { unit: string; pieces: string[]; join: (pieces: readonly string[]) => string };

const USUAL = SubtitleOptions.parse({});
const lines = (pieces: readonly string[]) => pieces.join('\n');
const blocks = (pieces: readonly string[]) => pieces.join('\n\n');

/** @throws wrong_state for the summary of a transcription created without structure */
function formatTranscript(
  result: TranscriptionResult,
  format: Exclude<TranscriptFormat, 'highlights'>,
  edits: readonly CueEdit[],
): Pieces {
  const { segments } = result;
  switch (format) {
    case 'timed':
      return { unit: 'segments', pieces: segments.map(timedLine), join: lines };
    case 'text':
      return { unit: 'segments', pieces: segments.map(({ text }) => text), join: joinTexts };
    case 'summary':
      return { unit: 'lines', pieces: summaryLines(result.structured), join: lines };
    case 'srt':
      return {
        unit: 'cues',
        pieces: splitCues(writeSrt(cuesOf(segments, USUAL, edits))),
        join: blocks,
      };
    case 'vtt':
      return {
        unit: 'cues',
        pieces: splitCues(writeVtt(cuesOf(segments, USUAL, edits), USUAL)),
        join: blocks,
      };
  }
}

/** What people have marked, each as JSON on a line: their comments have lines of their own. */
function highlightLines(highlights: readonly TextHighlight[]): Pieces {
  const pieces = highlights.map(({ created_at: _, updated_at: __, ...one }) => JSON.stringify(one));
  return { unit: 'highlights', pieces, join: lines };
}

function timedLine({ start, speaker, text }: TranscriptSegment): string {
  return `[${formatClock(start * 1000)}] ${speaker}: ${text}`;
}

function summaryLines(structured: Structured | null): string[] {
  if (!structured) {
    throw new AppError('wrong_state', { message: 'It was created with structure: false.' });
  }
  const at = (start: number) => `[${formatClock(start * 1000)}]`;
  const { summary, table_of_contents, key_highlights, terms } = structured;
  return [
    'Summary',
    ...summary.sentences.map(({ start, text }) => `${at(start)} ${text}`),
    'Contents',
    ...table_of_contents.map(({ start, title }) => `${at(start)} ${title}`),
    'Key points',
    ...key_highlights.map(({ start, speaker, text }) => `${at(start)} ${speaker}: ${text}`),
    `Terms: ${terms.map(({ term }) => term).join(', ')}`,
  ];
}

/** Cues are separated by blank lines and contain none. */
function splitCues(file: string): string[] {
  return file.trimEnd().split('\n\n');
}

const Page = z.object({
  notice: z.string(),
  id: z.string(),
  format: TranscriptFormat,
  incomplete: z
    .string()
    .nullable()
    .describe(
      'How far it goes, where the transcription ended early; continue_transcription goes on.',
    ),
  ...Place.shape,
  text: z.string(),
});

function sendToStatus(refusal: unknown): never {
  if (!(refusal instanceof AppError && refusal.code === 'wrong_state')) throw refusal;
  const message = 'It has no transcript: it is not completed. Call get_transcription.';
  throw new AppError('wrong_state', { message });
}

/** `read_transcript`: the text of a transcript, page by page. */
export function registerReadTool(server: McpServer, deps: ToolDependencies): void {
  const { transcriptions, cues, highlights, principal, logger } = deps;
  server.registerTool(
    'read_transcript',
    {
      title: 'Read a transcript',
      description:
        'What was said, page by page. `timed` names the time and speaker of each segment; `summary` is short; `highlights` is what people have marked, with their comments.',
      inputSchema: z.strictObject({
        id: TranscriptionId,
        format: TranscriptFormat.default('timed'),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(2000).default(500),
      }),
      outputSchema: Page,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id, format, offset, limit }) =>
      answer(logger, async () => {
        const words = format === 'srt' || format === 'vtt';
        const { result, ...about } = await transcriptions
          .readable(id, principal, { words })
          .catch(sendToStatus);
        const incomplete = describeIncomplete(about);
        const edits = words && incomplete === null ? (await cues.list(id, principal)).data : [];
        const { unit, pieces, join } =
          format === 'highlights'
            ? highlightLines((await highlights.list(id, principal)).data)
            : formatTranscript(result, format, edits);
        const { shown, place } = takePage(pieces, {
          unit,
          offset,
          most: limit,
          sizeOf: (piece) => piece.length + 1,
        });
        return { notice: NOTICE, id, format, incomplete, ...place, text: join(shown) };
      }),
  );
}
