import type { Cue } from './subtitle-options.ts';
import { formatTimestamp } from './timestamp.ts';

/** Writes the cues as a SubRip file (UTF-8 text, LF); a change of speaker is written before the text. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues.map(writeCue).join('\n');
}

function writeCue({ startMs, endMs, lines, label }: Cue, index: number): string {
  const text = `${label === null ? '' : `${label}: `}${lines.join('\n')}`;
  const times = `${formatTimestamp(startMs, ',')} --> ${formatTimestamp(endMs, ',')}`;
  return `${index + 1}\n${times}\n${escapeText(text)}\n`;
}

/** SubRip has no escapes: anything a player would read as a cue arrow, a tag or a style is replaced by look-alikes. */
function escapeText(text: string): string {
  return text
    .replaceAll('-->', '→')
    .replaceAll(/<(?=\/?[a-z])/giu, '‹')
    .replaceAll(/(‹[^<>‹\n]*)>/gu, '$1›')
    .replaceAll('{\\', '(');
}
