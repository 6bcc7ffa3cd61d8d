import type { Cue, SubtitleOptions, TimedLines } from './subtitle-options.ts';
import { formatTimestamp } from './timestamp.ts';

/**
 * Writes the cues as a WebVTT file (UTF-8 text, LF); speakers become voice tags, and word times timestamp tags if
 * requested.
 */
export function writeVtt(
  cues: readonly Cue[],
  { word_times: timed }: Pick<SubtitleOptions, 'word_times'> = { word_times: false },
): string {
  const toText = (cue: Cue) =>
    timed && cue.timed ? timedText(cue, cue.timed) : cue.lines.map(escapeText).join('\n');
  return `WEBVTT\n\n${cues.map((cue) => writeCue(cue, toText(cue))).join('\n')}`;
}

function writeCue({ startMs, endMs, speaker }: Cue, text: string): string {
  const payload = speaker === null ? text : `<v ${escapeText(speaker)}>${text}</v>`;
  return `${formatTimestamp(startMs, '.')} --> ${formatTimestamp(endMs, '.')}\n${payload}\n`;
}

/**
 * A timestamp must follow the previous one and lie within its cue
 * (https://www.w3.org/TR/webvtt1/#webvtt-cue-timestamp).
 */
function timedText({ startMs, endMs }: Cue, words: TimedLines): string {
  let lastMs = startMs;
  const lines = words.map((line) =>
    line.map((word, index) => {
      const isLater = word.startMs > lastMs && word.startMs < endMs;
      if (isLater) lastMs = word.startMs;
      const tag = isLater ? `<${formatTimestamp(word.startMs, '.')}>` : '';
      return `${index > 0 && word.spaceBefore ? ' ' : ''}${tag}${escapeText(word.text)}`;
    }),
  );
  return lines.map((line) => line.join('')).join('\n');
}

/** Escaping `>` also keeps the cue arrow out of the text. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
