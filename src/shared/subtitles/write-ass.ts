import { isRightToLeft } from '../text-direction.ts';
import type { Cue, SubtitleOptions, TimedLines } from './subtitle-options.ts';

type Look = { width: number; height: number; fontSize: number };

const USUAL: Look = { width: 1920, height: 1080, fontSize: 56 };
/** Begins and ends what runs from right to left. */
const [EMBED, END] = ['\u202b', '\u202c'];
/** The share of the width that the longest line may take, and the width of a letter as a share of the font size. */
const WIDEST = 0.92;
const LETTER = 0.56;

/** White with a dark outline at the bottom of the picture; words not spoken yet are gray. */
function headOf({ width, height, fontSize }: Look): string {
  const outline = Math.round((fontSize * 30) / USUAL.fontSize) / 10;
  const sides = Math.round((width * 4) / 100);
  const bottom = Math.round((height * 60) / USUAL.height);
  return `[Script Info]
ScriptType: v4.00+
PlayResX: ${width}
PlayResY: ${height}
WrapStyle: 2
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,${fontSize},&H00FFFFFF,&H00A0A0A0,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,${outline},1,2,${sides},${sides},${bottom},1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
}

const HEAD = headOf(USUAL);

/**
 * Writes the cues as an Advanced SubStation Alpha file (UTF-8 text, LF); word times become karaoke tags (`\kf`) if
 * requested.
 */
export function writeAss(
  cues: readonly Cue[],
  { word_times: timed }: Pick<SubtitleOptions, 'word_times'> = { word_times: false },
): string {
  const toText = (cue: Cue) =>
    timed && cue.timed ? karaoke(cue, cue.timed) : cue.lines.map(escapeText).join('\\N');
  return HEAD + cues.map((cue) => `${writeCue(cue, toText(cue))}\n`).join('');
}

/**
 * A file of `writeAss` for a picture of this size, in its own pixels: as large as usual, but in narrow pictures only so
 * large that the longest line fits.
 */
export function fitAss(ass: string, { width, height }: Pick<Look, 'width' | 'height'>): string {
  const cues = ass.slice(HEAD.length);
  const texts = cues.split('\n').flatMap((cue) => cue.split(',').slice(9).join(',').split('\\N'));
  const longest = Math.max(
    1,
    ...texts.map((text) => columnsOf(text.replaceAll(/\{[^{}]*\}|[\u202b\u202c]/g, ''))),
  );
  const usual = (USUAL.fontSize * height) / USUAL.height;
  const fitting = (WIDEST * width) / (longest * LETTER);
  const fontSize = Math.max(1, Math.round(Math.min(usual, fitting)));
  return headOf({ width, height, fontSize }) + cues;
}

/** East Asian letters are as wide as two others. */
function columnsOf(text: string): number {
  const wide = text.match(/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g);
  return [...text].length + (wide?.length ?? 0);
}

function writeCue({ startMs, endMs, lines, speaker, label }: Cue, text: string): string {
  const name = escapeText(speaker ?? '').replaceAll(',', ';');
  const said = `${label === null ? '' : `${escapeText(label)}: `}${text}`;
  const shown = isRightToLeft(lines.join(' ')) ? turned(said) : said;
  return `Dialogue: 0,${formatTime(startMs)},${formatTime(endMs)},Default,${name},0,0,0,,${shown}`;
}

/** Players take a line for one from left to right unless it is embedded in these marks (https://www.unicode.org/reports/tr9/). */
function turned(text: string): string {
  const lines = text.split('\\N').map((line) => `${EMBED}${line}${END}`);
  return lines.join('\\N');
}

/** Each syllable lasts until the next starts, in hundredths of a second from the start of its cue. */
function karaoke({ startMs, endMs }: Cue, words: TimedLines): string {
  const starts = words.flat().map((word) => word.startMs);
  let index = 0;
  let filled = 0;
  const lines = words.map((line) =>
    line.map((word, place) => {
      index += 1;
      const until = Math.round((Math.min(starts[index] ?? endMs, endMs) - startMs) / 10);
      const length = Math.max(0, until - filled);
      filled += length;
      const space = place > 0 && word.spaceBefore ? ' ' : '';
      return `${space}{\\kf${length}}${escapeText(word.text)}`;
    }),
  );
  return lines.map((line) => line.join('')).join('\\N');
}

/** `H:MM:SS.cc`. */
function formatTime(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(hundredths / 6000);
  const seconds = pad(Math.floor(hundredths / 100) % 60);
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${seconds}.${pad(hundredths % 100)}`;
}

/** No escapes work in all players: characters that would start a style or a line are replaced by look-alikes. */
function escapeText(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '\u2216');
}
