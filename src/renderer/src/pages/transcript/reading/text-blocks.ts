/** The transcript as the page shows it: chapter titles and paragraphs, in order. */
import { separator } from '../../../../../shared/subtitles/spacing.ts';
import { toMs } from '../../../../../shared/time.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../../../shared/transcription/transcription.ts';

export type ParagraphBlock = {
  kind: 'paragraph';
  key: string;
  /** Shown where the speaker changes; `null` elsewhere. */
  speaker: { id: number; name: string } | null;
  startMs: number;
  firstSegment: number;
  pieces: readonly Piece[];
};
/** A segment, whether a space stands before it, and what it is known by while ids change around it. */
type Piece = {
  segment: TranscriptSegment;
  space: boolean;
  key: string;
  /** The names of those who talk at the same time. */
  others: readonly string[];
};
export type Block =
  | { kind: 'chapter'; key: string; title: string; firstSegment: number }
  | ParagraphBlock;

type Text = Pick<TranscriptionResult, 'segments' | 'structured'>;

/** Paragraphs when the text was structured, else the segments as they are. Segments that say nothing are left out. */
export function toBlocks({ segments, structured }: Text): Block[] {
  const arranged = structured
    ? structured.paragraphs.map(({ segment_ids }) => segment_ids)
    : segments.map(({ id }) => [id]);
  const groups = byMarks(arranged, segments);
  const keys = new Set<string>();
  const names = new Map(segments.map(({ speaker_id, speaker }) => [speaker_id, speaker]));
  const chapters = structured?.table_of_contents ?? [];
  const blocks: Block[] = [];
  let chapter = 0;
  let speaker: number | null = null;
  for (const ids of groups) {
    const firstSegment = ids[0] ?? 0;
    const next = chapters[chapter];
    if (chapters.length > 1 && next && firstSegment >= next.first_segment_id) {
      const { id, title, first_segment_id } = next;
      blocks.push({ kind: 'chapter', key: `chapter-${id}`, title, firstSegment: first_segment_id });
      chapter += 1;
    }
    // A speaker who was changed by hand parts a paragraph until it is arranged again.
    for (const part of bySpeaker(ids.flatMap((id) => segments[id] ?? []))) {
      const [first] = part;
      if (!first) continue;
      const { speaker_id: id, speaker: name } = first;
      blocks.push({
        kind: 'paragraph',
        key: unique(`paragraph-${first.start}`, keys),
        speaker: id === speaker ? null : { id, name },
        startMs: toMs(first.start),
        firstSegment: first.id,
        pieces: toPieces(part, keys, names),
      });
      speaker = id;
    }
  }
  return blocks;
}

export function blockOfSegment(blocks: readonly Block[], segment: number): number {
  return Math.max(
    0,
    blocks.findLastIndex((block) => block.kind === 'paragraph' && block.firstSegment <= segment),
  );
}

/** The block to scroll to for a segment: its chapter's title when it is the first of one. */
export function headOfSegment(blocks: readonly Block[], segment: number): number {
  const at = blockOfSegment(blocks, segment);
  const above = blocks[at - 1];
  return above?.kind === 'chapter' && blocks[at]?.firstSegment === segment ? at - 1 : at;
}

/** What one speaker says until another speaks; segments that say nothing are left out. */
export function bySpeaker(segments: readonly TranscriptSegment[]): TranscriptSegment[][] {
  const parts: TranscriptSegment[][] = [];
  for (const segment of segments) {
    if (segment.text === '') continue;
    const last = parts.at(-1);
    if (last?.[0]?.speaker_id === segment.speaker_id) last.push(segment);
    else parts.push([segment]);
  }
  return parts;
}

/** Groups as people have cut and joined them since they were arranged. */
function byMarks(
  groups: readonly (readonly number[])[],
  segments: readonly TranscriptSegment[],
): number[][] {
  const marked: number[][] = [];
  for (const group of groups) {
    group.forEach((id, index) => {
      const mark = segments[id]?.paragraph;
      const open = marked.at(-1);
      const begins = index === 0 ? mark !== 'continues' : mark === 'begins';
      if (open && !begins) open.push(id);
      else marked.push([id]);
    });
  }
  return marked;
}

/** Moments are what stays when ids change; two segments may begin at the same one. */
function unique(key: string, taken: Set<string>): string {
  const free = taken.has(key) ? unique(`${key}+`, taken) : key;
  taken.add(free);
  return free;
}

function toPieces(
  segments: readonly TranscriptSegment[],
  keys: Set<string>,
  names: ReadonlyMap<number, string>,
): Piece[] {
  return segments.map((segment, index) => {
    const before = segments[index - 1];
    const space = before !== undefined && separator(before.text, segment.text) === ' ';
    const others = (segment.speakers ?? []).filter((id) => id !== segment.speaker_id);
    return {
      segment,
      space,
      key: unique(`${segment.start}`, keys),
      others: others.flatMap((id) => names.get(id) ?? []),
    };
  });
}
