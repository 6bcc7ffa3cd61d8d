import type { Cue } from './options.ts';
import { formatTimestamp } from './timestamp.ts';

/** A SubRip file (UTF-8 text, LF) of the cues; a change of speaker is written before the text. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues.map(writeCue).join('\n');
}

function writeCue({ startMs, endMs, lines, label }: Cue, index: number): string {
  const text = `${label === null ? '' : `${label}: `}${lines.join('\n')}`;
  const times = `${formatTimestamp(startMs, ',')} --> ${formatTimestamp(endMs, ',')}`;
  return `${index + 1}\n${times}\n${escapeText(text)}\n`;
}

/** SubRip has no escapes: what a player would take for a cue arrow, a tag or a style is written with look-alikes. */
function escapeText(text: string): string {
  return text
    .replaceAll('-->', '→')
    .replaceAll(/<(?=\/?[a-z])/giu, '‹')
    .replaceAll(/(‹[^<>‹\n]*)>/gu, '$1›')
    .replaceAll('{\\', '(');
}
