import { toMs } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import { rateBreaks } from './break-costs.ts';
import { createLayOut, createMeasure, type MeasureLine } from './line-layout.ts';
import { scriptProfile, textWidth } from './script-profile.ts';
import { joinTexts } from './spacing.ts';
import { buildRuns, type Run } from './speech-runs.ts';
import type { Cue, SubtitleOptions } from './subtitle-options.ts';
import type { TranslatedCue } from './translations.ts';

/** The languages of the words and of their translation. */
type Languages = { original: string; translation: string };

/** The lines a translation may take, as the subtitles that it is made of. */
const MAX_LINES = 2;

/**
 * Translated cues as subtitles: each keeps its times, and its text is broken to the limits of its language. With
 * `bilingual`, the original lines come first.
 */
export function layOutTranslation(
  cues: readonly TranslatedCue[],
  languages: Languages,
  { bilingual, ...options }: SubtitleOptions & { bilingual: boolean },
): Cue[] {
  const several = new Set(cues.map(({ speaker }) => speaker)).size > 1;
  const named = options.speakers === 'always' || (options.speakers === 'auto' && several);
  return cues.map((cue, at) => {
    const { original, text, speaker } = cue;
    const changes = named && cues[at - 1]?.speaker !== speaker;
    const lead = changes ? speaker : null;
    const above = bilingual ? originalLines(original, languages.original, options, lead) : null;
    const own = layOutText(text, languages.translation, options, above ? null : lead);
    return {
      startMs: toMs(cue.start),
      endMs: toMs(cue.end),
      lines: [...(above?.lines ?? []), ...own.lines],
      speaker: named ? speaker : null,
      label: above ? above.label : own.label,
    };
  });
}

/** How many characters can be read in this time, in a language. */
export function readableWidth(durationMs: number, language: string): number {
  const { hardCps, charsPerLine } = scriptProfile(language);
  return Math.min(Math.floor((hardCps * durationMs) / 1000), charsPerLine * MAX_LINES);
}

/** Whether a text is longer than can be read in its time, or than its lines hold. */
export function isTooLong(text: string, durationMs: number, language: string): boolean {
  const profile = scriptProfile(language);
  if (textWidth(text, profile) > readableWidth(durationMs, language)) return true;
  const { lines } = layOutText(text, language, TWO_LINES, null);
  return lines.length > MAX_LINES;
}

type LineOptions = Pick<SubtitleOptions, 'max_chars_per_line' | 'max_lines'>;
type Laid = { lines: string[]; label: string | null };
const TWO_LINES: LineOptions = { max_lines: MAX_LINES };
const NOTHING_SAID = { id: 0, startMs: 0, endMs: 1000, confidence: 1, words: [] };

/** The lines as they were shown, unless they break these limits. */
function originalLines(
  text: string,
  language: string,
  options: LineOptions,
  speaker: string | null,
): Laid {
  const lines = text.split('\n');
  const laid = layOutText(joinTexts(lines), language, options, speaker);
  const profile = scriptProfile(language);
  const width = options.max_chars_per_line ?? profile.charsPerLine;
  const lead = laid.label === null ? '' : `${laid.label}: `;
  const fits = lines.every(
    (line, at) => textWidth(at === 0 ? `${lead}${line}` : line, profile) <= width,
  );
  return fits && lines.length <= options.max_lines ? { ...laid, lines } : laid;
}

function layOutText(
  text: string,
  language: string,
  options: LineOptions,
  speaker: string | null,
): Laid {
  const said: Segment = { ...NOTHING_SAID, text, language, speaker: speaker ?? '' };
  const speakers = speaker === null ? 'never' : 'always';
  const [run] = buildRuns([said], { ...options, speakers, max_duration: 30, word_times: false });
  if (!run) return { lines: [text], label: speaker };
  const measure = createMeasure(run);
  const layOut = createLayOut(run, rateBreaks(run), measure);
  const breaks = layOut(0, run.atoms.length, options.max_lines)?.breaks ?? fillLines(run, measure);
  const edges = [0, ...breaks, run.atoms.length];
  const lines = edges.slice(1).map((to, index) => lineOf(run, edges[index] ?? 0, to));
  return { lines, label: run.label };
}

/** More lines than allowed rather than lines that are too long: nothing is left out. */
function fillLines({ atoms, labelWidth, lineWidth }: Run, measure: MeasureLine): number[] {
  const breaks: number[] = [];
  let from = 0;
  for (let to = 1; to <= atoms.length; to++) {
    const label = from === 0 ? labelWidth : 0;
    if (to - 1 === from || measure(from, to) + label <= lineWidth) continue;
    from = to - 1;
    breaks.push(from);
  }
  return breaks;
}

function lineOf({ atoms }: Run, from: number, to: number): string {
  return atoms
    .slice(from, to)
    .map((atom, index) => `${index > 0 && atom.spaceBefore ? ' ' : ''}${atom.text}`)
    .join('');
}
