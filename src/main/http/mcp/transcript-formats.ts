import { z } from 'zod';
import { cuesOf } from '../../../shared/exports/cues.ts';
import { SubtitleOptions } from '../../../shared/subtitles/options.ts';
import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { writeSrt } from '../../../shared/subtitles/srt.ts';
import { writeVtt } from '../../../shared/subtitles/vtt.ts';
import { formatClock } from '../../../shared/time.ts';
import type { Structured } from '../../../shared/transcription/structured.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../errors.ts';

/** How a transcript may be handed to an agent. */
export const TranscriptFormat = z.enum(['timed', 'text', 'summary', 'srt', 'vtt']);
export type TranscriptFormat = z.infer<typeof TranscriptFormat>;

/** A transcript as pieces that can be handed out a page at a time. */
type Pieces = { unit: string; pieces: string[]; join: (pieces: readonly string[]) => string };

const USUAL = SubtitleOptions.parse({});
const lines = (pieces: readonly string[]) => pieces.join('\n');
const blocks = (pieces: readonly string[]) => pieces.join('\n\n');

/** @throws wrong_state for the summary of a transcription created without structure */
export function formatTranscript(result: TranscriptionResult, format: TranscriptFormat): Pieces {
  const { segments } = result;
  switch (format) {
    case 'timed':
      return { unit: 'segments', pieces: segments.map(timedLine), join: lines };
    case 'text':
      return { unit: 'segments', pieces: segments.map(({ text }) => text), join: joinTexts };
    case 'summary':
      return { unit: 'lines', pieces: summaryLines(result.structured), join: lines };
    case 'srt':
      return { unit: 'cues', pieces: splitCues(writeSrt(cuesOf(segments, USUAL))), join: blocks };
    case 'vtt':
      return { unit: 'cues', pieces: splitCues(writeVtt(cuesOf(segments, USUAL))), join: blocks };
  }
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
    'Highlights',
    ...key_highlights.map(({ start, speaker, text }) => `${at(start)} ${speaker}: ${text}`),
    `Terms: ${terms.map(({ term }) => term).join(', ')}`,
  ];
}

/** Cues are parted by blank lines and hold none. */
function splitCues(file: string): string[] {
  return file.trimEnd().split('\n\n');
}
