import { Popover } from '@base-ui/react/popover';
import {
  ArrowDown,
  ArrowUp,
  ArrowUpToLine,
  ChevronDown,
  GripVertical,
  ListOrdered,
  Pause,
  Play,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Queue } from '../../../../shared/queue.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Link } from '../../components/link.tsx';
import { useLoad } from '../../components/use-load.ts';
import { QUEUE_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { formatProgress } from '../../text/format.ts';
import { describeQueue, describeQueueShortly } from '../../text/queue.ts';
import { SHOWN, useQueue } from './queue-store.ts';

/** The queue, in the header of every page while there is one; it opens over the page, so that no row moves. */
export function QueueButton() {
  const queue = useQueue((state) => state.queue);
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isEmpty = !queue || (queue.running + queue.waiting === 0 && !queue.paused);
  // Once it is open it stays, for somebody is reading it.
  if (!queue || (isEmpty && !open)) return null;
  const { count, rest } = describeQueueShortly(queue);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        ref={(trigger: HTMLElement | null) => setPlace(trigger?.closest('header') ?? null)}
        className="flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-soft tabular-nums hover:bg-raised hover:text-ink data-popup-open:bg-raised [&_svg]:size-4"
      >
        {queue.paused ? <Pause aria-hidden /> : <ListOrdered aria-hidden />}
        <span>
          <span className="sr-only">Queue: </span>
          {count}
          <span className="max-sm:sr-only">{count === 1 ? ' recording' : ' recordings'}</span>
          <span className="max-md:sr-only">{rest}</span>
        </span>
        <ChevronDown aria-hidden className="max-sm:hidden" />
      </Popover.Trigger>
      <Popover.Portal container={place}>
        <Popover.Positioner align="end" sideOffset={6} className="z-20">
          <Popover.Popup
            aria-label="Queue"
            className="card max-h-(--available-height) w-120 max-w-(--available-width) overflow-y-auto px-4 py-3 text-sm"
          >
            <QueuePanel queue={queue} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The running and waiting recordings, their remaining time and order. */
function QueuePanel({ queue }: { queue: Queue }) {
  useLoad(useQueue.open);
  useEffect(() => useQueue.close, []);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-48 flex-1 tabular-nums">{describeQueue(queue)}</p>
        {queue.paused ? (
          <Button icon={Play} look="primary" onClick={() => useQueue.resume()}>
            Resume
          </Button>
        ) : (
          <Button icon={Pause} onClick={() => useQueue.pause()}>
            Pause
          </Button>
        )}
      </div>
      <UnderWay />
      {queue.waiting > 0 && <Waiting />}
    </>
  );
}

/** What is being fetched or transcribed, with a link to its text so far. */
function UnderWay() {
  const recordings = useQueue((state) => state.recordings);
  const running = [...recordings.values()].filter(({ status }) => status === 'processing');
  if (running.length === 0) return null;
  return (
    <ul aria-label="In progress" className="mt-2 divide-y divide-line border-t border-line">
      {running.map(({ id, source, progress }) => (
        <li key={id} className="flex items-center gap-3 py-2">
          <Link href={`/t/${id}`} dir="auto" className="min-w-0 flex-1 truncate hover:underline">
            {titleOf(source)}
          </Link>
          <span className="text-soft tabular-nums">{formatProgress(progress)}</span>
        </li>
      ))}
    </ul>
  );
}

const MOVES = [
  { icon: ArrowUpToLine, where: 'to the front', tip: 'To the front (Alt Home)', to: () => 1 },
  {
    icon: ArrowUp,
    where: 'up',
    tip: 'Up (Alt ↑)',
    to: (position: number) => Math.max(1, position - 1),
  },
  { icon: ArrowDown, where: 'down', tip: 'Down (Alt ↓)', to: (position: number) => position + 1 },
];

/** A waiting recording: moved by dragging, by its buttons, or with Alt and the arrow keys. */
function Waiting() {
  const positions = useQueue((state) => state.positions);
  const recordings = useQueue((state) => state.recordings);
  const [dragged, setDragged] = useState<string | null>(null);
  const waiting = [...positions].flatMap(([id, position]) => {
    const item = recordings.get(id);
    return item ? [{ id, title: titleOf(item.source), position }] : [];
  });
  const shown = waiting.slice(0, SHOWN);
  const rows = useRef<HTMLOListElement>(null);
  /** Moves the recording whose row the focus is in. */
  const moveTo = (to: (position: number) => number) => () => {
    const at = [...(rows.current?.children ?? [])].findIndex((row) =>
      row.contains(document.activeElement),
    );
    const one = shown[at];
    return one ? useQueue.move(one.id, to(one.position)) : false;
  };
  usePageKeys(
    QUEUE_KEYS,
    {
      earlier: moveTo((position) => position - 1),
      later: moveTo((position) => position + 1),
      front: moveTo(() => 1),
    },
    { within: rows },
  );
  return (
    <>
      <ol
        ref={rows}
        aria-label="What waits, in its order"
        className="mt-2 divide-y divide-line border-t border-line"
      >
        {shown.map(({ id, title, position }) => (
          <li
            key={id}
            draggable
            onDragStart={(event) => {
              setDragged(id);
              event.dataTransfer.setData('text/plain', title);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              event.stopPropagation();
            }}
            onDrop={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              event.stopPropagation();
              // The page would take it as a dropped recording.
              event.nativeEvent.stopImmediatePropagation();
              if (dragged !== id) void useQueue.move(dragged, position);
              setDragged(null);
            }}
            onDragEnd={() => setDragged(null)}
            className={`flex items-center gap-2 py-1 ${dragged === id ? 'opacity-50' : ''}`}
          >
            <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-soft" />
            <span className="w-6 shrink-0 text-right text-soft tabular-nums">{position}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {title}
            </span>
            {MOVES.map(({ icon, where, tip, to }) => (
              <IconButton
                key={where}
                icon={icon}
                label={`Move ${title} ${where}`}
                tip={tip}
                disabled={to(position) === position || to(position) > positions.size}
                onClick={() => void useQueue.move(id, to(position))}
              />
            ))}
          </li>
        ))}
      </ol>
      {positions.size > shown.length && (
        <p className="pt-2 text-soft">and {positions.size - shown.length} more</p>
      )}
    </>
  );
}
