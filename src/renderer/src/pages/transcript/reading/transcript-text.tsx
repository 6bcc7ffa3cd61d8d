import '../../../styles/highlights.css';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { coveredAbove, useCoveredAbove } from '../../../components/frame/covered-above.ts';
import { usePageOffset } from '../../../components/virtual-rows.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { mark, segmentElement } from '../highlights/highlighted-words.ts';
import { openHighlight } from '../highlights/mark-words.ts';
import { highlightAt } from '../highlights/placed-highlights.ts';
import { placeOf } from '../highlights/selected-text.ts';
import { SelectionButtons } from '../highlights/selection-buttons.tsx';
import { usePlayer } from '../player/player-store.ts';
import { shownText } from './go-to-text.ts';
import { Paragraph } from './paragraph.tsx';
import { type Block, blockOfSegment, headOfSegment } from './text-blocks.ts';
import { lettersAt, segmentAt, wordAt, wordAtOffset, wordsOf } from './words-at.ts';

type TranscriptTextProps = { blocks: readonly Block[]; segments: readonly TranscriptSegment[] };

/** Room at the edges of the window; above, what stays there is added. */
const TOP_ROOM = 16;
const BOTTOM_ROOM = 96;
const LINE_HEIGHT = 26;
const CHARACTERS_A_LINE = 72;

/** The words. Only the paragraphs in view are in the document, so that ten hours open at once. */
export function TranscriptText({ blocks, segments }: TranscriptTextProps) {
  const container = useRef<HTMLElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: blocks.length,
    estimateSize: (index) => estimateHeight(blocks[index]),
    overscan: 6,
    scrollMargin: usePageOffset(container),
    scrollPaddingStart: useCoveredAbove() + TOP_ROOM,
    scrollPaddingEnd: BOTTOM_ROOM,
    getItemKey: (index) => blocks[index]?.key ?? index,
    // Who writes may scroll away and come back.
    rangeExtractor: (range) => {
      const editing = useEdits.getState().editing;
      const shown = defaultRangeExtractor(range);
      if (!editing) return shown;
      const at = blockOfSegment(blocks, editing.id);
      return shown.includes(at) ? shown : [...shown, at].toSorted((a, b) => a - b);
    },
  });
  const show = (segment: number, options?: { head: boolean }) => {
    if (options?.head)
      virtualizer.scrollToIndex(headOfSegment(blocks, segment), { align: 'start' });
    else virtualizer.scrollToIndex(blockOfSegment(blocks, segment), { align: 'auto' });
  };
  useImperativeHandle(shownText, () => ({ show }));
  useSpokenWord(segments, show);
  const pointer = useWordPointer(segments);
  // Writing may go on at a place that is not drawn.
  useEdits(({ editing }) => editing?.id);

  return (
    <section
      ref={container}
      aria-label="Transcript"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      {...pointer}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
        >
          <BlockView block={blocks[index]} />
        </div>
      ))}
      <SelectionButtons />
    </section>
  );
}

function BlockView({ block }: { block: Block | undefined }) {
  if (!block) return null;
  if (block.kind === 'paragraph') return <Paragraph block={block} />;
  return (
    <h2
      dir="auto"
      className="max-w-transcript pt-5 short:py-1 pb-3 text-lg font-semibold wrap-anywhere"
    >
      {block.title}
    </h2>
  );
}

/** A second press within this time makes two of one. */
const DOUBLE_MS = 250;

/** Press a word to play it, or to read what is written to it; twice to write another. */
function useWordPointer(segments: readonly TranscriptSegment[]) {
  const pressed = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    onClick: (event: MouseEvent) => {
      clearTimeout(pressed.current);
      const { clientX, clientY } = event;
      const place = placeAt(event);
      const segment = place && segments[place.segment];
      if (!segment || event.detail > 1 || !getSelection()?.isCollapsed) return;
      // Meanwhile keys are about this word, not about what was played before.
      useEdits.choose(lettersAt(segment, { ...place, length: 0 }));
      pressed.current = setTimeout(() => {
        const { editing } = useEdits.getState();
        if (editing) return;
        useEdits.choose(null);
        usePlayer.seek(
          wordAtOffset(wordsOf(segment), place.offset)?.startMs ?? segment.start * 1000,
        );
        const marked = highlightAt(segment.id, place.offset);
        if (marked) openHighlight(marked.id, new DOMRect(clientX, clientY + LINE_HEIGHT / 2));
        else usePlayer.play();
      }, DOUBLE_MS);
    },
    onDoubleClick: (event: MouseEvent) => {
      clearTimeout(pressed.current);
      const place = placeAt(event);
      const segment = place && segments[place.segment];
      if (segment) useEdits.edit(segment.id, lettersAt(segment, { ...place, length: 0 }));
    },
  };
}

function placeAt(event: MouseEvent): { segment: number; offset: number } | null {
  if (!(event.target instanceof HTMLElement) || event.target.isContentEditable) return null;
  const id = event.target.closest<HTMLElement>('[data-segment]')?.dataset['segment'];
  if (id === undefined) return null;
  const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
  const place = caret && placeOf(caret.offsetNode, caret.offset);
  return { segment: Number(id), offset: place?.id === Number(id) ? place.offset : 0 };
}

function estimateHeight(block: Block | undefined): number {
  if (block?.kind !== 'paragraph') return 60;
  const length = block.pieces.reduce((sum, { segment }) => sum + segment.text.length, 0);
  const lines = Math.ceil(length / CHARACTERS_A_LINE);
  return 16 + lines * LINE_HEIGHT + (block.speaker ? 28 : 0);
}

/** Room at the bottom within which the spoken words stay. */
const BOTTOM_EDGE = 120;

/** Marks the word that plays, and scrolls with it until the user scrolls away; a jump resumes that. */
function useSpokenWord(
  segments: readonly TranscriptSegment[],
  show: (segment: number) => void,
): void {
  const find = useEffectEvent((ms: number) => {
    const segment = segmentAt(segments, ms);
    const word = segment && wordAt(wordsOf(segment), ms);
    return segment && { segment, word };
  });
  const reveal = useEffectEvent((segment: number) => {
    const element = segmentElement(segment);
    if (!element) return show(segment);
    const { top, bottom } = element.getBoundingClientRect();
    const covered = coveredAbove();
    if (top >= covered + TOP_ROOM && bottom <= innerHeight - BOTTOM_EDGE) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollBy({
      top: top - covered - (innerHeight - covered) / 5,
      behavior: still ? 'instant' : 'smooth',
    });
  });

  const marked = useRef({ element: null as HTMLElement | null, at: '', unmark: () => {} });
  const lastSegment = useRef(-1);
  const lastSeeks = useRef(usePlayer.getState().seeks);
  const update = useEffectEvent(() => {
    const { timeMs, playing, following, seeks } = usePlayer.getState();
    // Nothing is marked before anything was played.
    const place = timeMs > 0 || playing ? find(timeMs) : undefined;
    const element = place ? segmentElement(place.segment.id) : null;
    const at = `${place?.segment.id} ${place?.word?.offset} ${place?.segment.text}`;
    if (at !== marked.current.at || element !== marked.current.element) {
      marked.current.unmark();
      const { word } = place ?? {};
      const spans = word ? [{ offset: word.offset, length: word.text.length }] : [];
      marked.current = { element, at, unmark: element ? mark('spoken', element, spans) : () => {} };
    }
    // A jump shows the new place, also where nothing plays.
    const sought = seeks !== lastSeeks.current;
    lastSeeks.current = seeks;
    if (!place || (place.segment.id === lastSegment.current && !sought)) return;
    if (sought || (playing && following)) reveal(place.segment.id);
    lastSegment.current = place.segment.id;
  });

  useEffect(() => usePlayer.subscribe(() => update()), []);
  // The text's own elements come and go with scrolling and with edits.
  useEffect(() => update());
  useEffect(() => () => marked.current.unmark(), []);
}
