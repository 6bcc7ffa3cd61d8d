import { useState } from 'react';
import type { Backup } from '../../../../shared/storage.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { useStorage } from '../../stores/settings/storage-store.ts';
import { formatWhen } from '../../text/format.ts';

/** Copies of the transcripts: when the last one was made, one more, or none any longer. */
export function Backups() {
  const { backups, backingUp, backUp, deleteBackups } = useStorage();
  const [asking, setAsking] = useState(false);
  return (
    <Section title="Backups">
      <p className="text-sm text-soft">
        Once a day, while nothing is being transcribed, Steno copies your transcripts, names,
        settings and keys (no recordings) into the same folder and keeps the last seven copies.{' '}
        <code className="font-mono text-ink">steno restore</code> goes back to one. What you delete
        stays in them until they are replaced.
      </p>
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        <Button disabled={backingUp} onClick={() => void backUp()}>
          {backingUp ? 'Backing up…' : 'Back up now'}
        </Button>
        {backups !== null && backups.length > 0 && (
          <Button onClick={() => setAsking(true)}>Delete backups</Button>
        )}
        <p role="status" className="text-sm text-soft">
          {backups && lastOf(backups)}
        </p>
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete all backups?"
        description="Your library stays as it is. If it is ever damaged, there is nothing to go back to until the next backup."
        action="Delete"
        onClose={() => setAsking(false)}
        onConfirm={() => void deleteBackups()}
      />
    </Section>
  );
}

function lastOf(backups: readonly Backup[]): string {
  const [last] = backups;
  if (!last) return 'There are no backups yet.';
  return `${backups.length}, the latest: ${formatWhen(last.created_at, new Date())}`;
}
