/** The transcript as the page shows it: chapter titles and paragraphs, in order. */
import type { TranscriptionResult } from '../../../../shared/transcription.ts';

export type Block =
  | { kind: 'chapter'; key: string; title: string; firstSegment: number }
  | {
      kind: 'paragraph';
      key: string;
      /** Shown where the speaker changes; `null` elsewhere, and when only one person speaks. */
      speaker: string | null;
      startMs: number;
      text: string;
      firstSegment: number;
    };

type Piece = { speaker: string; start: number; text: string; firstSegment: number };

/** Paragraphs when the text was structured, else the segments as they are. */
export function toBlocks(result: Pick<TranscriptionResult, 'segments' | 'structured'>): Block[] {
  const pieces = toPieces(result);
  const manySpeakers = new Set(pieces.map(({ speaker }) => speaker)).size > 1;
  const chapters = result.structured?.table_of_contents ?? [];
  const blocks: Block[] = [];
  let chapter = 0;
  let speaker: string | null = null;
  for (const piece of pieces) {
    const next = chapters[chapter];
    if (chapters.length > 1 && next && piece.firstSegment >= next.first_segment_id) {
      const { id, title, first_segment_id: firstSegment } = next;
      blocks.push({ kind: 'chapter', key: `chapter-${id}`, title, firstSegment });
      chapter += 1;
      speaker = null;
    }
    const changes = manySpeakers && piece.speaker !== speaker;
    speaker = piece.speaker;
    blocks.push({
      kind: 'paragraph',
      key: `paragraph-${piece.firstSegment}`,
      speaker: changes ? piece.speaker : null,
      startMs: Math.round(piece.start * 1000),
      text: piece.text,
      firstSegment: piece.firstSegment,
    });
  }
  return blocks;
}

/** The block to scroll to for a segment: its chapter's title when it is the first of one. */
export function blockOfSegment(blocks: readonly Block[], segment: number): number {
  const exact = blocks.findIndex(({ firstSegment }) => firstSegment === segment);
  if (exact >= 0) return exact;
  return Math.max(
    0,
    blocks.findLastIndex(({ firstSegment }) => firstSegment <= segment),
  );
}

/** The transcript as plain text, for the clipboard and the .txt file. */
export function toPlainText(blocks: readonly Block[]): string {
  const lines = blocks.flatMap((block) => {
    if (block.kind === 'chapter') return [];
    return block.speaker ? [`${block.speaker}: ${block.text}`] : [block.text];
  });
  return `${lines.join('\n\n')}\n`;
}

function toPieces({
  segments,
  structured,
}: Pick<TranscriptionResult, 'segments' | 'structured'>): Piece[] {
  if (!structured) return segments.map((segment) => ({ ...segment, firstSegment: segment.id }));
  return structured.paragraphs.map((paragraph) => ({
    ...paragraph,
    firstSegment: paragraph.segment_ids[0] ?? 0,
  }));
}
