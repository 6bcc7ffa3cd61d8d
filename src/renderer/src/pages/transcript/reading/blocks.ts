/** The transcript as the page shows it: chapter titles and paragraphs, in order. */
import { separator } from '../../../../../shared/subtitles/spacing.ts';
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
/** A segment, and whether a space stands before it. */
export type Piece = { segment: TranscriptSegment; space: boolean };
export type Block =
  | { kind: 'chapter'; key: string; title: string; firstSegment: number }
  | ParagraphBlock;

type Text = Pick<TranscriptionResult, 'segments' | 'structured'>;

/** Paragraphs when the text was structured, else the segments as they are. Segments that say nothing are left out. */
export function toBlocks({ segments, structured }: Text): Block[] {
  const groups = structured
    ? structured.paragraphs.map(({ segment_ids }) => segment_ids)
    : segments.map(({ id }) => [id]);
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
    // A speaker who was changed by hand parts a paragraph until it is arranged anew.
    for (const part of bySpeaker(ids.flatMap((id) => segments[id] ?? []))) {
      const [first] = part;
      if (!first) continue;
      const { speaker_id: id, speaker: name } = first;
      blocks.push({
        kind: 'paragraph',
        key: `paragraph-${first.id}`,
        speaker: id === speaker ? null : { id, name },
        startMs: Math.round(first.start * 1000),
        firstSegment: first.id,
        pieces: toPieces(part),
      });
      speaker = id;
    }
  }
  return blocks;
}

/** The block that shows a segment. */
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

function bySpeaker(segments: readonly TranscriptSegment[]): TranscriptSegment[][] {
  const parts: TranscriptSegment[][] = [];
  for (const segment of segments) {
    if (segment.text === '') continue;
    const last = parts.at(-1);
    if (last?.[0]?.speaker_id === segment.speaker_id) last.push(segment);
    else parts.push([segment]);
  }
  return parts;
}

function toPieces(segments: readonly TranscriptSegment[]): Piece[] {
  return segments.map((segment, index) => {
    const before = segments[index - 1];
    const space = before !== undefined && separator(before.text, segment.text) === ' ';
    return { segment, space };
  });
}
