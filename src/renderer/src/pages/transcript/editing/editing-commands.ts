/** What Enter, Backspace and Delete do to paragraphs and sentences. */
import { endsSentence } from '../../../../../shared/subtitles/punctuation.ts';
import { joinTexts } from '../../../../../shared/subtitles/spacing.ts';
import type { TranscriptEdit } from '../../../../../shared/transcription/editing.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { segmentFrom } from '../../../edits/waiting-steps.ts';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { type ParagraphBlock, toBlocks } from '../reading/text-blocks.ts';
import { lettersAt } from '../reading/words-at.ts';
import { findDoubts } from './doubts.ts';

/** Full stops of abbreviations end nothing where there is no pause. */
const BREATH_MS = 300;

/** Begins a paragraph at a place of a sentence, which it cuts there; without a paragraph it only cuts. */
export function cutHere(
  start: number,
  offset: number,
  { paragraph }: { paragraph: boolean },
): void {
  useEdits.edit(null);
  const segment = segmentFrom(segmentsShown(), start);
  if (!segment) return;
  const { id, text } = segment;
  const inside = offset > 0 && offset < text.length;
  const begins = offset === 0 ? id : id + 1;
  const edits: TranscriptEdit[] = inside ? [{ op: 'split', id, offset }] : [];
  const isNew = inside || !blocks().some(({ firstSegment }) => firstSegment === begins);
  if (paragraph && isNew && (inside || segmentsShown()[begins])) {
    edits.push({ op: 'paragraph', id: begins, begins: true });
  }
  useEdits.make(edits);
  useEdits.edit(segmentsShown()[begins] && edits.length > 0 ? begins : id);
}

/** Goes on writing at the next doubtful word, or the one before; says whether there is one. */
export function editDoubt(start: number, offset: number, step: 1 | -1): boolean {
  const next = () => {
    const id = segmentFrom(segmentsShown(), start)?.id ?? 0;
    const doubts = findDoubts(segmentsShown());
    return step > 0
      ? doubts.find((one) => one.segment > id || (one.segment === id && one.offset >= offset))
      : doubts.findLast(
          (one) => one.segment < id || (one.segment === id && one.offset + one.length < offset),
        );
  };
  if (!next()) return false;
  // What was written is kept, and may have answered a doubt.
  useEdits.edit(null);
  const doubt = next();
  const segment = doubt && segmentsShown()[doubt.segment];
  if (segment) useEdits.edit(segment.id, lettersAt(segment, doubt));
  return true;
}

/** Joins a sentence, or the paragraph that it begins, to what is before it. */
export function joinBackwards(start: number): void {
  useEdits.edit(null);
  const segment = segmentFrom(segmentsShown(), start);
  const before =
    segment && segmentsShown().findLast(({ id, text }) => id < segment.id && text !== '');
  if (!segment || !before) {
    useEdits.edit(segment?.id ?? null);
    return;
  }
  const { edits, joined } = joining(before, segment);
  useEdits.make(edits);
  // The caret stays between the same letters.
  const letters = joinTexts([before.text, segment.text]).length - segment.text.length;
  if (joined) useEdits.edit(before.id, { offset: letters, length: 0 });
  else useEdits.edit(segment.id);
}

/** Joins what follows a sentence to it. */
export function joinForwards(start: number): void {
  useEdits.edit(null);
  const segment = segmentFrom(segmentsShown(), start);
  const after = segment && segmentsShown().find(({ id, text }) => id > segment.id && text !== '');
  const at = { offset: segment?.text.length ?? 0, length: 0 };
  if (segment && after) useEdits.make(joining(segment, after).edits);
  useEdits.edit(segment?.id ?? null, at);
}

/** Between paragraphs of whole sentences only the paragraphs are joined; a sentence that was cut is whole again. */
function joining(
  before: TranscriptSegment,
  segment: TranscriptSegment,
): { edits: TranscriptEdit[]; joined: boolean } {
  const block = blocks().find(({ firstSegment }) => firstSegment === segment.id);
  const edits: TranscriptEdit[] = [];
  if (block) {
    if (before.speaker_id !== segment.speaker_id) {
      const last = block.pieces.at(-1)?.segment.id ?? segment.id;
      const { speaker_id } = before;
      edits.push({ op: 'speaker', first: segment.id, last, speaker_id });
    }
    edits.push({ op: 'paragraph', id: segment.id, begins: false });
  }
  const word = before.text.split(' ').at(-1) ?? '';
  const joined = !block || !endsSentence(word, segment.text, BREATH_MS);
  // What says nothing between them goes along.
  if (joined) for (let id = segment.id; id > before.id; id--) edits.push({ op: 'join', id });
  return { edits, joined };
}

/** The paragraphs as they are shown. */
export function blocks(): ParagraphBlock[] {
  const result = useTranscript.getState().transcription?.result;
  return result ? toBlocks(result).filter((block) => block.kind === 'paragraph') : [];
}
