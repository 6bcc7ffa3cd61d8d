import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import type { ExpandedSource } from '../../../../../shared/sources/expanded-source.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogFoot } from '../../../components/dialogs/dialog.tsx';
import { describePlaylist, secondsOf } from '../../../text/playlist.ts';
import { useLinks } from './link-store.ts';

/** Asks which recordings of a playlist to add. Escape adds none, and the link stays in the box. */
export function PlaylistDialog() {
  const question = useLinks((state) => state.question);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={question !== null}
      title={question?.playlist.title ?? 'Several recordings'}
      onClose={() => question?.answer(null)}
      initialFocus={() => confirm.current}
      finalFocus={() => document.getElementById(useLinks.getState().askedFrom)}
    >
      {question && <Choice {...question} confirm={confirm} />}
    </Dialog>
  );
}

type ChoiceProps = {
  playlist: ExpandedSource;
  answer: (chosen: string[] | null) => void;
  confirm: React.RefObject<HTMLButtonElement | null>;
};

function Choice({ playlist, answer, confirm }: ChoiceProps) {
  const { items } = playlist;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = items.filter((_, index) => !left.has(index));
  const all = left.size === 0;
  const seconds = secondsOf(chosen);
  return (
    <>
      <Base.Description className="text-sm text-soft">
        {describePlaylist(playlist)}
      </Base.Description>
      <ul aria-label="Recordings behind the link" className="mt-4 rounded-lg border border-line">
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
      <DialogFoot>
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
      </DialogFoot>
    </>
  );
}
