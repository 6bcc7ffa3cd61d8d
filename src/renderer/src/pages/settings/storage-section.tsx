import { formatBytes } from '../../../../shared/size.ts';
import type { Storage } from '../../../../shared/storage.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Section } from '../../components/section.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useStorage } from '../../stores/settings/storage-store.ts';
import { Backups } from './backups.tsx';
import { Retention } from './retention.tsx';

export function StorageSection() {
  const { storage, load } = useStorage();
  useLoad(load);
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
      <Retention />
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
      <dl className="divide-y divide-line rounded-xl border border-line bg-panel text-sm shadow-panel">
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
