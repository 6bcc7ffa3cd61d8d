import { Collapsible } from '@base-ui/react/collapsible';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef, useState } from 'react';
import { titleOf } from '../../../../shared/transcription/title.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { QUEUE_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { useQueue, waitingIn } from '../../stores/library/queue-store.ts';
import { describeQueue } from '../../text/queue.ts';

/** Of a long queue, only the next ones can be moved; the rest keeps its order. */
const SHOWN = 50;

/** The running and waiting recordings, their remaining time and order. Hidden while none waits, unless paused. */
export function QueuePanel() {
  const { queue, pause, resume } = useQueue();
  if (!queue || (queue.waiting === 0 && !queue.paused)) return null;
  return (
    <Collapsible.Root
      render={<section aria-label="Queue" />}
      className="rounded-xl border border-line bg-panel px-4 py-3 text-sm shadow-panel"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-56 flex-1 tabular-nums">{describeQueue(queue)}</p>
        {queue.waiting > 1 && (
          <Collapsible.Trigger className="rounded-md px-2.5 py-1.5 text-accent hover:bg-raised">
            Order
          </Collapsible.Trigger>
        )}
        {queue.paused ? (
          <Button look="primary" onClick={() => void resume()}>
            <Play aria-hidden />
            Resume
          </Button>
        ) : (
          <Button onClick={() => void pause()}>
            <Pause aria-hidden />
            Pause
          </Button>
        )}
      </div>
      <Collapsible.Panel>
        <Waiting />
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

/** A waiting recording: moved by dragging, by its buttons, or with Alt and the arrow keys. */
function Waiting() {
  const positions = useQueue((state) => state.positions);
  const move = useQueue((state) => state.move);
  // Titles come and change with the library.
  useLibrary((state) => state.byId);
  const [dragged, setDragged] = useState<string | null>(null);
  const shown = waitingIn(positions).slice(0, SHOWN);
  const rows = useRef<HTMLOListElement>(null);
  /** Moves the recording whose row the focus is in. */
  const moveTo = (to: (position: number) => number) => () => {
    const at = [...(rows.current?.children ?? [])].findIndex((row) =>
      row.contains(document.activeElement),
    );
    const one = shown[at];
    return one ? move(one.item.id, to(one.position)) : false;
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
        {shown.map(({ item: { id, source }, position }) => (
          <li
            key={id}
            draggable
            onDragStart={(event) => {
              setDragged(id);
              event.dataTransfer.setData('text/plain', titleOf(source));
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
              if (dragged !== id) void move(dragged, position);
              setDragged(null);
            }}
            onDragEnd={() => setDragged(null)}
            className={`flex items-center gap-2 py-1 ${dragged === id ? 'opacity-50' : ''}`}
          >
            <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-soft" />
            <span className="w-6 shrink-0 text-right text-soft tabular-nums">{position}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {titleOf(source)}
            </span>
            <IconButton
              label={`Move ${titleOf(source)} to the front`}
              tip="To the front (Alt Home)"
              disabled={position === 1}
              onClick={() => void move(id, 1)}
            >
              <ArrowUpToLine aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${titleOf(source)} up`}
              tip="Up (Alt ↑)"
              disabled={position === 1}
              onClick={() => void move(id, position - 1)}
            >
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${titleOf(source)} down`}
              tip="Down (Alt ↓)"
              disabled={position === positions.size}
              onClick={() => void move(id, position + 1)}
            >
              <ArrowDown aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {positions.size > shown.length && (
        <p className="pt-2 text-soft">and {positions.size - shown.length} more</p>
      )}
    </>
  );
}
