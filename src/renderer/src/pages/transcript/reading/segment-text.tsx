import { memo, useLayoutEffect, useRef } from 'react';
import { partFillers, type ReadPart } from '../../../../../shared/transcription/fillers.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { mark } from './highlights.ts';
import { doubtsOf, findText } from './places.ts';
import { SegmentEditor } from './segment-editor.tsx';

/** What one segment says, to read or to write in. */
export const SegmentText = memo(function SegmentText({ segment }: { segment: TranscriptSegment }) {
  const editing = useEdits(
    (state) => state.editing?.id === segment.id && state.editing.start === segment.start,
  );
  return editing ? <SegmentEditor segment={segment} /> : <ReadOnly segment={segment} />;
});

function ReadOnly({ segment }: { segment: TranscriptSegment }) {
  // Who looks for something or reviews words sees all of them.
  const isAll = useFind((state) => state.open || state.doubt !== null);
  const leavesOut = useExport((state) => state.choice.fillers === 'leave_out') && !isAll;
  const parts = leavesOut ? partFillers(segment.text, segment.language) : [];
  // Marks are put on the pieces of text anew when there are others.
  return <MarkedText key={parts.length} segment={segment} parts={parts} />;
}

type MarkedTextProps = { segment: TranscriptSegment; parts: readonly ReadPart[] };

function MarkedText({ segment, parts }: MarkedTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  const query = useFind((state) => (state.open ? state.query : ''));
  const wholeWords = useFind((state) => state.wholeWords);
  const matchCase = useFind((state) => state.matchCase);
  const searched = useFind(({ speaker }) => speaker === null || speaker === segment.speaker_id);

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
