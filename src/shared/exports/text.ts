import type { Transcription } from '../transcription.ts';

/** The transcript as plain text: paragraphs with a line between them, named where several people speak. */
export function toText(transcription: Transcription): string {
  const { result } = transcription;
  if (!result) return '';
  const named = new Set(result.segments.map((segment) => segment.speaker)).size > 1;
  const paragraphs = result.structured?.paragraphs;
  if (!paragraphs) return `${result.text}\n`;
  return paragraphs
    .map(({ speaker, text }) => `${named ? `${speaker}: ` : ''}${text}\n`)
    .join('\n');
}
