import { useState } from 'react';
import { formatBytes } from '../../../../shared/size.ts';
import type { Backup, Storage } from '../../../../shared/storage.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { Choice } from '../../components/select.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { createLoadedStore } from '../../stores/create-store.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { formatWhen } from '../../text/format.ts';

/** What Steno keeps on the disk, and its backups, the newest first. */
const useStorage = createLoadedStore(async () => {
  const [storage, { data }] = await Promise.all([client.getStorage(), client.listBackups()]);
  return { storage, backups: data };
});

/** The choice beside numbers of days. */
const COMMON_DAYS = [1, 7, 30, 90, 365];

export function StorageSection() {
  const storage = useLoaded(useStorage)?.storage;
  return (
    <>
      <p className="text-soft">
        {storage?.media
          ? 'Steno stores recordings and uploads in a bucket, everything else in one folder on its computer.'
          : 'Everything Steno stores is in one folder on this computer.'}
      </p>
      <Section title="Space used">
        <div className="min-h-85">{storage && <Room storage={storage} />}</div>
      </Section>
      <Section title="How long to keep things">
        <div className="flex flex-wrap gap-4">
          <KeepChoice label="Recordings" name="keep_recordings_days" />
          <KeepChoice label="Transcripts" name="keep_transcriptions_days" />
        </div>
        <p className="text-sm text-soft">
          Counted from the end of the transcription. Without its recording a transcript can still be
          read, corrected and exported.
        </p>
      </Section>
      <Backups />
    </>
  );
}

function Room({ storage }: { storage: Storage }) {
  const rows = [
    ['Recordings for playback', storage.recordings_bytes],
    ['Original uploads', storage.uploads_bytes],
    ['In the trash', storage.trash_bytes],
    ['Models', storage.models_bytes],
    ['Transcripts', storage.database_bytes],
    ['Backups of the transcripts', storage.backups_bytes],
    ['Free on this disk', storage.free_bytes],
  ] as const;
  return (
    <div className="space-y-4">
      <dl className="rows text-sm">
        {rows.map(([name, bytes]) => (
          <div key={name} className="flex justify-between gap-4 px-4 py-2.5">
            <dt>{name}</dt>
            <dd className="text-soft tabular-nums">{formatBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center gap-2 text-sm text-soft">
        <code className="min-w-0 wrap-anywhere">{storage.folder}</code>
        <CopyButton text={() => storage.folder}>Copy</CopyButton>
      </div>
      {storage.media && (
        <code className="block text-sm wrap-anywhere text-soft">{storage.media}</code>
      )}
    </div>
  );
}

type Kept = 'keep_recordings_days' | 'keep_transcriptions_days';

/** A shorter time deletes something at once, so it is confirmed first. */
function KeepChoice({ label, name }: { label: string; name: Kept }) {
  const days = useSettings((state) => state.settings?.[name] ?? null);
  const [asked, setAsked] = useState<number | null>(null);

  const choose = (chosen: number | null) => {
    if (chosen !== null && (days === null || chosen < days)) setAsked(chosen);
    else void useSettings.update({ [name]: chosen });
  };

  return (
    <>
      <Choice label={label} value={days} onChange={choose} options={keepChoices(days)} />
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : `Delete ${label.toLowerCase()} after ${keepText(asked)}?`}
        description="Older ones are deleted for good now, later ones when their time is up."
        action="Delete"
        onConfirm={() => void useSettings.update({ [name]: asked })}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** Backups of the transcripts: when the last one was made, and buttons to make one or delete all. */
function Backups() {
  const backups = useStorage(({ value }) => value?.backups ?? null);
  const [backingUp, setBackingUp] = useState(false);
  const backUp = async () => {
    setBackingUp(true);
    await useStorage.change(client.createBackup);
    setBackingUp(false);
  };
  return (
    <Section title="Backups">
      <p className="text-sm text-soft">
        Once a day, while nothing is being transcribed, Steno copies your transcripts, names,
        settings and keys (no recordings) into the same folder and keeps the last seven copies.{' '}
        <code className="font-mono text-ink">steno restore</code> goes back to one. What you delete
        stays in them until they are replaced.
      </p>
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        <Button disabled={backingUp} onClick={backUp}>
          {backingUp ? 'Backing up…' : 'Back up now'}
        </Button>
        {backups !== null && backups.length > 0 && (
          <ConfirmDialog
            trigger={<Button>Delete backups</Button>}
            title="Delete all backups?"
            description="Your library stays as it is. If it is ever damaged, there is nothing to go back to until the next backup."
            action="Delete"
            onConfirm={() => void useStorage.change(client.deleteBackups)}
          />
        )}
        <p role="status" className="text-sm text-soft">
          {backups && lastOf(backups)}
        </p>
      </div>
    </Section>
  );
}

function lastOf(backups: readonly Backup[]): string {
  const [last] = backups;
  if (!last) return 'There are no backups yet.';
  return `${backups.length}, the latest: ${formatWhen(last.created_at)}`;
}

/** The common ones, and the one that is set. */
function keepChoices(set: number | null): (readonly [days: number | null, text: string])[] {
  const days = new Set([...COMMON_DAYS, ...(set === null ? [] : [set])]);
  const sorted = [...days].toSorted((a, b) => a - b);
  return [[null, 'Forever'], ...sorted.map((one) => [one, keepText(one)] as const)];
}

function keepText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
