/** Transcripts of oTranscribe: JSON with the HTML of its editor. https://github.com/oTranscribe/oTranscribe#otr-file-format */
import { cleanLine } from '../subtitles/spacing.ts';
import { formatClock } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import { escapeHtml } from './escape-html.ts';
import type { RecordingFile } from './recording-file.ts';

/** A paragraph for each segment, with its time, and with its speaker where there are several. */
export function writeOtr(segments: readonly Segment[], recording: RecordingFile): string {
  const isNamed = segments.some(({ speaker }) => speaker !== segments[0]?.speaker);
  const paragraphs = segments
    .filter(({ text }) => cleanLine(text) !== '')
    .map(({ startMs, speaker, text }) => {
      const clock = formatClock(startMs).padStart(5, '0');
      const time = `<span class="timestamp" data-timestamp="${startMs / 1000}">${clock}</span>`;
      const name = isNamed ? `<b>${escapeHtml(speaker)}:</b> ` : '';
      return `<p>${time}&nbsp;${name}${escapeHtml(text)}</p>`;
    });
  const text = paragraphs.join('');
  return `${JSON.stringify({ text, media: recording.name, 'media-source': '', 'media-time': 0 })}\n`;
}
