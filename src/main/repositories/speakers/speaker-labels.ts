import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import type { DiarizationMethod } from '../../../shared/transcription/speakers.ts';
import type { Word } from '../../../shared/transcription/transcript.ts';
import type { Database } from '../database.ts';
import type { Row, SegmentRow } from '../tables.ts';
import { readRows } from '../transcripts/row-changes.ts';
import { readWords } from '../transcripts/stored-segments.ts';
import { packOverlaps } from './overlaps.ts';

/** Which speaker says which words, and how that was determined. */
export type Labels = Omit<Row<'diarizations'>, 'transcriptionId' | 'method' | 'atOnce'> & {
  method: DiarizationMethod;
  /** Speakers by number, in the order in which they first speak. */
  speakers: readonly LabeledSpeaker[];
  /** The parts of each segment; `speaker` is an index into `speakers`. */
  parts: readonly (readonly { words: readonly Word[]; speaker: number }[])[];
  /** Where several speak at once: indexes into `speakers`. */
  overlaps: readonly (TimeSpan & { speakers: readonly number[] })[];
};
export type LabeledSpeaker = Pick<Row<'speakers'>, 'confidence' | 'name' | 'voiceId'> & {
  centroid: Float32Array | null;
};

/** A stored segment as it was transcribed, before speaker changes split it. */
export type SegmentWords = { words: Word[] };

/** A transcription with new labels, not yet stored. */
export type LabeledRows = {
  /** In chronological order. */
  segments: readonly SegmentRow[];
  speakers: readonly (Omit<LabeledSpeaker, 'centroid'> & {
    label: string;
    centroid: Uint8Array | null;
  })[];
  diarization: Omit<Row<'diarizations'>, 'transcriptionId' | 'method'> & Pick<Labels, 'method'>;
};

type Whole = { rows: SegmentRow[]; words: Word[]; labels: string[]; text: string };
type Known = Pick<LabeledSpeaker, 'name' | 'voiceId'>;

/** The rows of a transcription with new labels: `label` receives its segments in order. Read-only. */
export async function planLabels(
  db: Database,
  id: string,
  label: (segments: readonly SegmentWords[]) => Labels,
): Promise<LabeledRows> {
  const wholes = await readWholes(db, id);
  const labels = label(wholes);
  const named = await carryNames(db, id, wholes, labels);
  const { method, model, confidence, warning, evidence, space } = labels;
  const rows = wholes.flatMap((whole, index) => part(whole, labels.parts[index] ?? []));
  return {
    segments: renumber(rows),
    speakers: labels.speakers.map((speaker, index) => ({
      ...speaker,
      ...named.get(index),
      label: labelOf(index),
      centroid: speaker.centroid && toBytes(speaker.centroid),
    })),
    diarization: {
      ...{ method, model, confidence, warning, evidence, space },
      atOnce: packOverlaps(
        labels.overlaps.map(({ speakers, ...span }) => ({
          ...span,
          speakers: speakers.map((index) => labelOf(index)),
        })),
      ),
    },
  };
}

/** The label of a speaker without a name, by its place among them. */
export function labelOf(index: number): string {
  return `Speaker ${index + 1}`;
}

/** Encodes numbers for a column; `toNumbers` decodes them. */
export function toBytes(numbers: Float32Array): Uint8Array {
  return new Uint8Array(numbers.slice().buffer);
}

/** The segments with earlier splits at speaker changes undone, except for corrected ones. */
async function readWholes(db: Database, id: string): Promise<Whole[]> {
  const wholes: Whole[] = [];
  for (const row of await readRows(db, id)) {
    const words = readWords(row.words);
    const labels = words.map(() => row.speaker);
    const parted = row.continues === 1 && row.original === null && row.paragraph === null;
    const open = parted ? wholes.at(-1) : undefined;
    if (open?.rows[0]?.original === null) {
      open.rows.push(row);
      open.words.push(...words);
      open.labels.push(...labels);
      open.text = joinTexts([open.text, row.text]);
    } else wholes.push({ rows: [row], words, labels, text: row.text });
  }
  return wholes;
}

/**
 * A name, and the voice it was recognized as, stay with the speaker who says most of the words said under it. If two
 * names fit one speaker, the one with more of these words wins.
 */
async function carryNames(
  db: Database,
  id: string,
  wholes: readonly Whole[],
  { parts }: Labels,
): Promise<Map<number, Known>> {
  const named = await db
    .selectFrom('speakers')
    .select(['label', 'name', 'voiceId'])
    .where('transcriptionId', '=', id)
    .where('name', 'is not', null)
    .execute();
  const pairs = named.flatMap(({ label, name, voiceId }) => {
    const counts = new Map<number, number>();
    wholes.forEach((whole, index) => {
      const speakers = (parts[index] ?? []).flatMap((p) => p.words.map(() => p.speaker));
      whole.labels.forEach((old, word) => {
        const speaker = speakers[word];
        if (old !== label || speaker === undefined) return;
        counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
      });
    });
    return [...counts].map(([speaker, words]) => ({ label, name, voiceId, speaker, words }));
  });
  const kept = new Map<number, Known>();
  const placed = new Set<string>();
  for (const { label, name, voiceId, speaker } of pairs.toSorted((a, b) => b.words - a.words)) {
    if (kept.has(speaker) || placed.has(label)) continue;
    kept.set(speaker, { name, voiceId });
    placed.add(label);
  }
  return kept;
}

/** The rows of one transcribed segment, one per part; everything but words, text and times is kept. */
function part(whole: Whole, parts: Labels['parts'][number]): SegmentRow[] {
  const [first] = whole.rows;
  const last = whole.rows.at(-1);
  if (!first || !last) return [];
  if (parts.length === 0) return [{ ...first, text: whole.text, endMs: last.endMs }];
  // A corrected segment is not split, so that its original can be restored.
  if (first.original !== null) return [{ ...first, speaker: labelOf(mainSpeaker(parts)) }];
  const texts = cutText(whole.text, parts);
  return parts.map((spoken, index) => ({
    ...first,
    startMs: index === 0 ? first.startMs : (spoken.words[0]?.startMs ?? first.startMs),
    endMs: index === parts.length - 1 ? last.endMs : (spoken.words.at(-1)?.endMs ?? last.endMs),
    text: texts[index] ?? '',
    speaker: labelOf(spoken.speaker),
    confidence: parts.length === 1 ? first.confidence : meanConfidence(spoken.words),
    words: JSON.stringify(spoken.words),
    continues: index === 0 ? 0 : 1,
    paragraph: index === 0 ? first.paragraph : null,
  }));
}

function mainSpeaker(parts: Labels['parts'][number]): number {
  const longest = parts.toSorted((a, b) => b.words.length - a.words.length);
  return longest[0]?.speaker ?? 0;
}

/** Splits a text before the first word of each part; if it does not contain the words, they make up the text. */
function cutText(text: string, parts: Labels['parts'][number]): string[] {
  const cuts: number[] = [];
  let at = 0;
  for (const { words } of parts) {
    for (const [index, word] of words.entries()) {
      const found = text.indexOf(word.text, at);
      if (found < 0) return parts.map((spoken) => joinTexts(spoken.words.map((w) => w.text)));
      if (index === 0) cuts.push(found);
      at = found + word.text.length;
    }
  }
  return cuts.map((cut, index) => text.slice(index === 0 ? 0 : cut, cuts[index + 1]).trim());
}

function meanConfidence(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
}

/** Numbers the segments of each window consecutively. */
function renumber(rows: readonly SegmentRow[]): SegmentRow[] {
  const counts = new Map<number, number>();
  return rows.map((row) => {
    const idx = counts.get(row.windowIdx) ?? 0;
    counts.set(row.windowIdx, idx + 1);
    return { ...row, idx };
  });
}
