import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { formatClock } from '../../../../shared/time.ts';
import { usePageOffset } from '../../components/use-page-offset.ts';
import type { Block } from './blocks.ts';

export type TranscriptTextHandle = { showBlock: (index: number) => void };

type TranscriptTextProps = { blocks: readonly Block[]; ref: Ref<TranscriptTextHandle> };

/** Room for the header that stays at the top of the window. */
const HEADER_HEIGHT = 72;

/** The words. Only the paragraphs in view are in the document, so that ten hours open at once. */
export function TranscriptText({ blocks, ref }: TranscriptTextProps) {
  const container = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: blocks.length,
    estimateSize: () => 96,
    overscan: 6,
    scrollMargin: usePageOffset(container),
    scrollPaddingStart: HEADER_HEIGHT,
    getItemKey: (index) => blocks[index]?.key ?? index,
  });
  useImperativeHandle(ref, () => ({
    showBlock: (index) => virtualizer.scrollToIndex(index, { align: 'start' }),
  }));

  return (
    <section aria-labelledby="transcript">
      <h2 id="transcript" className="mb-3 text-sm font-medium text-soft">
        Transcript
      </h2>
      <div ref={container} className="relative" style={{ height: virtualizer.getTotalSize() }}>
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
      </div>
    </section>
  );
}

function BlockView({ block }: { block: Block | undefined }) {
  if (!block) return null;
  if (block.kind === 'chapter') {
    return <h3 className="pt-5 pb-3 text-lg font-semibold wrap-anywhere">{block.title}</h3>;
  }
  return (
    <div className="flex gap-4 pb-4">
      <span className="w-12 shrink-0 pt-0.5 text-sm text-soft tabular-nums select-none">
        {formatClock(block.startMs)}
      </span>
      <div className="min-w-0 max-w-[68ch] flex-1">
        {block.speaker && <p className="text-sm font-medium text-accent">{block.speaker}</p>}
        <p className="text-base leading-relaxed wrap-anywhere">{block.text}</p>
      </div>
    </div>
  );
}
