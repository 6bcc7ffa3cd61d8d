/** TextGrids of Praat: https://www.fon.hum.uva.nl/praat/manual/TextGrid_file_formats.html */
import type { Segment } from '../transcription/transcript.ts';
import { type Label, toTiers, wordsOf } from './tiers.ts';

/** An interval tier for each speaker, and one for the words of each, in the long text form. */
export function* writeTextGrid(
  segments: readonly Segment[],
  { durationMs }: { durationMs: number },
): Generator<string> {
  const tiers = toTiers(segments).flatMap(({ name, labels, words }) => [
    { name, labels },
    { name: wordsOf(name), labels: words },
  ]);
  const endMs = tiers.reduce((last, { labels }) => Math.max(last, labels.at(-1)?.endMs ?? 0), 1);
  const lastMs = Math.max(durationMs, endMs);
  yield `File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = ${lastMs / 1000} 
tiers? <exists> 
size = ${Math.max(1, tiers.length)} 
item []: 
`;
  // Praat knows no TextGrid without a tier.
  if (tiers.length === 0) tiers.push({ name: '', labels: [] });
  for (const [at, { name, labels }] of tiers.entries()) {
    const intervals = [...fillGaps(labels, lastMs)];
    yield `    item [${at + 1}]:
        class = "IntervalTier" 
        name = ${quoted(name)} 
        xmin = 0 
        xmax = ${lastMs / 1000} 
        intervals: size = ${intervals.length} 
`;
    for (const [place, { startMs, endMs, text }] of intervals.entries()) {
      yield `        intervals [${place + 1}]:
            xmin = ${startMs / 1000} 
            xmax = ${endMs / 1000} 
            text = ${quoted(text)} 
`;
    }
  }
}

/** Intervals leave no time out: where nobody speaks, they have no text. */
function* fillGaps(
  labels: readonly Label[],
  lastMs: number,
): Generator<Pick<Label, 'startMs' | 'endMs' | 'text'>> {
  let fromMs = 0;
  for (const label of labels) {
    if (label.startMs > fromMs) yield { startMs: fromMs, endMs: label.startMs, text: '' };
    yield label;
    fromMs = label.endMs;
  }
  if (fromMs < lastMs) yield { startMs: fromMs, endMs: lastMs, text: '' };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
