import type { Cue } from './options.ts';
import { formatTimestamp } from './timestamp.ts';

/** A WebVTT file (UTF-8 text, LF) of the cues; speakers become voice tags. */
export function writeVtt(cues: readonly Cue[]): string {
  return `WEBVTT\n\n${cues.map(writeCue).join('\n')}`;
}

function writeCue({ startMs, endMs, lines, speaker }: Cue): string {
  const text = lines.map(escapeText).join('\n');
  const payload = speaker === null ? text : `<v ${escapeText(speaker)}>${text}</v>`;
  return `${formatTimestamp(startMs, '.')} --> ${formatTimestamp(endMs, '.')}\n${payload}\n`;
}

/** Escaping `>` also keeps the cue arrow out of the text. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
