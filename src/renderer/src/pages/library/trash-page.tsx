import { ArrowLeft, RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { Link } from '../../components/link.tsx';
import { Loading } from '../../components/loading.tsx';
import { Rows } from '../../components/rows.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { useTrash } from '../../stores/library/trash-store.ts';
import { notify } from '../../stores/toasts.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export function TrashPage() {
  const { items = null, nextCursor } = useLoaded(useTrash) ?? {};
  return (
    <main className="mx-auto max-w-5xl space-y-4 px-4 py-6 sm:px-6">
      <Link href="/" className="inline-flex items-center gap-1.5 text-sm text-soft hover:text-ink">
        <ArrowLeft aria-hidden className="size-4" />
        Library
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading title="Trash">Trash</PageHeading>
        {items && items.length > 0 && (
          <ConfirmDialog
            trigger={<Button icon={Trash2}>Empty the trash</Button>}
            title="Empty the trash?"
            description="Recordings, texts and edits are deleted for good. This cannot be undone."
            action="Delete for good"
            onConfirm={() => void useTrash.change(client.emptyTrash)}
          />
        )}
      </div>
      <p className="text-soft">
        Deleted recordings stay here for {KEPT_DAYS} days; then they are deleted for good.
      </p>
      {!items && <Loading />}
      <Rows label="Deleted recordings" items={items} empty="The trash is empty.">
        {(item) => <TrashRow key={item.id} item={item} />}
      </Rows>
      {nextCursor && <Button onClick={() => useTrash.loadMore()}>Show more</Button>}
    </main>
  );
}

function TrashRow({ item }: { item: TranscriptionSummary }) {
  const row = useRef<HTMLLIElement>(null);
  const title = titleOf(item.source);
  /** When a row is removed, the focus moves to the next one, else to the heading. */
  const leave = () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const target = next?.querySelector('button') ?? document.querySelector<HTMLElement>('h1');
    target?.focus();
  };
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <p dir="auto" className="truncate text-left font-medium">
          {title}
        </p>
        <p className="text-sm text-soft">{daysLeft(item)}</p>
      </div>
      <Button
        icon={RotateCcw}
        aria-label={`Restore ${title}`}
        onClick={() => {
          leave();
          return notify(() => client.restoreTranscription(item.id));
        }}
      >
        Restore
      </Button>
      <ConfirmDialog
        trigger={
          <Button icon={Trash2} aria-label={`Delete for good: ${title}`}>
            Delete for good
          </Button>
        }
        title={`Delete “${title}” for good?`}
        description="Its recording, text and edits are deleted. This cannot be undone."
        action="Delete for good"
        onConfirm={() => {
          leave();
          void notify(() => client.deleteTranscription(item.id));
        }}
      />
    </li>
  );
}

function daysLeft({ trashed_at }: TranscriptionSummary): string {
  const gone = Date.now() - Date.parse(trashed_at ?? '');
  const left = Math.max(1, Math.ceil(KEPT_DAYS - gone / DAY_MS));
  return left === 1 ? 'Deleted for good within a day' : `Deleted for good in ${left} days`;
}
