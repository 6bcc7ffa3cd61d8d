import { MessageSquare } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { COLOR_SIGNS } from '../../../../../shared/highlights/highlight.ts';
import { formatClock } from '../../../../../shared/time.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { type ReadPart, readParts } from '../../../../../shared/transcription/wording.ts';
import { SpeakerDot } from '../../../components/speaker-dot.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { speakerColor } from '../../../text/speaker-sign.ts';
import { doubtsOf } from '../editing/doubts.ts';
import { SegmentEditor } from '../editing/segment-editor.tsx';
import { findText } from '../find/find-and-replace.ts';
import { useFind } from '../find/find-store.ts';
import { markStyle } from '../highlights/color-choice.tsx';
import { mark } from '../highlights/highlighted-words.ts';
import { openHighlight } from '../highlights/mark-words.ts';
import { usePlaced } from '../highlights/placed-highlights.ts';
import { usePlayer } from '../player/player-store.ts';
import { askName } from '../speakers/open-name-field.ts';
import type { ParagraphBlock } from './text-blocks.ts';

export const Paragraph = memo(function Paragraph({ block }: { block: ParagraphBlock }) {
  const { speaker, startMs, firstSegment, pieces } = block;
  return (
    <div className="flex gap-4 pb-4 max-sm:flex-col max-sm:gap-1">
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Go to ${formatClock(startMs)}`}
        onClick={() => usePlayer.seek(startMs)}
        className={`h-6 w-14 shrink-0 text-left text-sm text-soft tabular-nums select-none hover:text-accent ${speaker ? '' : 'mt-0.5'}`}
      >
        {formatClock(startMs)}
      </button>
      {/* The name stands where the line begins: its own letters do not count. */}
      <div dir="auto" className="min-w-0 max-w-reading flex-1 text-start">
        {speaker && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={(event) => askName(speaker.id, event.currentTarget, firstSegment)}
            style={{ color: speakerColor(speaker.id) }}
            className="-ms-1.5 h-6 max-w-full truncate rounded px-1.5 text-sm font-medium hover:bg-raised"
          >
            <SpeakerDot id={speaker.id} />
            <bdi>{speaker.name}</bdi>
          </button>
        )}
        <p lang={pieces[0]?.segment.language} className="text-base leading-relaxed wrap-anywhere">
          {pieces.map(({ segment, space, key, others }) => (
            <span key={key}>
              {space && ' '}
              <SegmentText segment={segment} />
              <HighlightSigns segment={segment.id} />
              {others.length > 0 && (
                <span className="text-xs text-soft select-none" title="They talk at the same time">
                  {` with ${others.join(' and ')}`}
                </span>
              )}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
});

/** What one segment says, to read or to write in. */
const SegmentText = memo(function SegmentText({ segment }: { segment: TranscriptSegment }) {
  const place = useEdits(({ editing }) =>
    editing?.id === segment.id && editing.start === segment.start
      ? `${editing.from} ${editing.to}`
      : null,
  );
  if (place === null) return <ReadOnly segment={segment} />;
  return <SegmentEditor key={place} segment={segment} />;
});

function ReadOnly({ segment }: { segment: TranscriptSegment }) {
  // Who looks for something or reviews words sees all of them.
  const isAll = useFind((state) => state.open || state.doubt !== null);
  const wording = useExport((state) => state.choice.wording);
  // Verbatim text is one piece, looked for or not: else all of it would be drawn again.
  const isWhole = isAll || wording === 'verbatim';
  const parts = isWhole ? [] : readParts(segment.text, segment.language, wording);
  // Marks are put on the pieces of text again when there are others.
  return <MarkedText key={parts.length} segment={segment} parts={parts} />;
}

type MarkedTextProps = { segment: TranscriptSegment; parts: readonly ReadPart[] };

function MarkedText({ segment, parts }: MarkedTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const query = useFind((state) => (state.open ? state.query : ''));
  const wholeWords = useFind((state) => state.wholeWords);
  const matchCase = useFind((state) => state.matchCase);
  const searched = useFind(({ speaker }) => speaker === null || speaker === segment.speaker_id);

  const marks = usePlaced((state) => state.bySegment.get(segment.id));

  useLayoutEffect(() => {
    if (!element.current || !marks) return;
    const shown = element.current;
    const ends = marks.map(({ highlight, ...span }) =>
      mark(`marked-${highlight.color}`, shown, [span]),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [marks]);

  useLayoutEffect(() => {
    if (!element.current) return;
    return mark('doubtful', element.current, doubtsOf(segment));
  }, [segment]);

  useLayoutEffect(() => {
    if (!element.current || query === '' || !searched) return;
    const places = findText(segment.text, query, { wholeWords, matchCase });
    const spans = places.map((offset) => ({ offset, length: query.length }));
    return mark('found', element.current, spans);
  }, [segment, query, searched, wholeWords, matchCase]);

  return (
    <span ref={element} data-segment={segment.id} className="cursor-text">
      {parts.length < 2 ? segment.text : parts.map(toPart)}
    </span>
  );
}

/** What is left out stays in the document, so that places in the text do. */
function toPart({ text, leftOut }: ReadPart, at: number) {
  return (
    <span key={`${at} ${text}`} hidden={leftOut}>
      {text}
    </span>
  );
}

/** After a sentence: the sign of each highlight that ends in it, which opens its comment. */
function HighlightSigns({ segment }: { segment: number }) {
  const marks = usePlaced((state) => state.bySegment.get(segment));
  return marks
    ?.filter(({ ends }) => ends)
    .map(({ highlight: { id, color, quote, comment } }) => (
      <button
        key={id}
        type="button"
        aria-label={comment === null ? `Highlight: ${quote}` : `Comment: ${comment}`}
        title={comment ?? 'Highlight'}
        onClick={({ currentTarget }) =>
          openHighlight(id, currentTarget.getBoundingClientRect(), currentTarget)
        }
        style={markStyle(color)}
        className="mark-sign ms-1 inline-flex items-center gap-0.5 rounded px-1 text-xs leading-4 select-none"
      >
        {COLOR_SIGNS[color]}
        {comment !== null && <MessageSquare aria-hidden className="size-3" />}
      </button>
    ));
}
