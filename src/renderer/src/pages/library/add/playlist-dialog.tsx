import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import type { ExpandedSource } from '../../../../../shared/sources/sources.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { useLinks } from '../../../stores/library/link-store.ts';
import { describePlaylist, secondsOf } from '../../../text/playlist.ts';

/** Asks which recordings of a playlist to add. Escape adds none, and the link stays in the box. */
export function PlaylistDialog() {
  const question = useLinks((state) => state.question);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root open={question !== null} onOpenChange={(open) => !open && question?.answer(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-backdrop" />
        <Dialog.Popup
          initialFocus={confirm}
          finalFocus={finalFocus}
          className="card fixed top-1/2 left-1/2 flex max-h-long-dialog w-xl max-w-window -translate-x-1/2 -translate-y-1/2 flex-col p-5"
        >
          {question && <Choice {...question} confirm={confirm} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function finalFocus(): HTMLElement | true {
  return document.getElementById(useLinks.getState().askedFrom) ?? true;
}

type ChoiceProps = {
  playlist: ExpandedSource;
  answer: (chosen: string[] | null) => void;
  confirm: React.RefObject<HTMLButtonElement | null>;
};

function Choice({ playlist, answer, confirm }: ChoiceProps) {
  const { title, items } = playlist;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = items.filter((_, index) => !left.has(index));
  const all = left.size === 0;
  const seconds = secondsOf(chosen);
  return (
    <>
      <Dialog.Title className="font-semibold wrap-anywhere">
        {title ?? 'Several recordings'}
      </Dialog.Title>
      <Dialog.Description className="mt-1 text-sm text-soft">
        {describePlaylist(playlist)}
      </Dialog.Description>
      <ul
        aria-label="Recordings behind the link"
        className="mt-4 min-h-0 overflow-y-auto rounded-lg border border-line"
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may hold a link twice
          <li key={index} className="border-line not-first:border-t">
            <label className="flex items-center gap-3 px-3 py-2 text-sm hover:bg-raised">
              <input
                type="checkbox"
                checked={!left.has(index)}
                onChange={() => setLeft(left.symmetricDifference(new Set([index])))}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{item.title ?? item.url}</span>
              {item.duration_seconds !== null && (
                <span className="text-soft tabular-nums">
                  {formatClock(item.duration_seconds * 1000)}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button
          className="mr-auto"
          onClick={() => setLeft(new Set(all ? items.map((_, index) => index) : []))}
        >
          {all ? 'Select none' : 'Select all'}
        </Button>
        <Button onClick={() => answer(null)}>Cancel</Button>
        <Button
          ref={confirm}
          look="primary"
          disabled={chosen.length === 0}
          onClick={() => answer(chosen.map(({ url }) => url))}
        >
          Transcribe {chosen.length}
          {seconds !== null && chosen.length > 0 && ` · ${formatClock(seconds * 1000)}`}
        </Button>
      </div>
    </>
  );
}
