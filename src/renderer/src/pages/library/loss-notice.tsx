import { LifeBuoy } from 'lucide-react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useLosses } from '../../stores/storage-store.ts';
import { formatWhen } from '../../text/format.ts';

/** Says what the database has lost, what is made again of it, and where the rest lies. */
export function LossNotice() {
  const { value: losses } = useLosses();
  useLoad(useLosses.load);
  if (!losses?.length) return null;
  const places = losses.filter(({ files }) => files > 0).map(({ folder }) => folder);
  return (
    <Notice look="warning" icon={LifeBuoy}>
      {losses.map(({ found_at, message }) => (
        <p key={found_at} className="wrap-anywhere">
          <strong className="font-medium">{formatWhen(found_at, new Date())}:</strong> {message}
        </p>
      ))}
      <p className="text-soft">
        To go back to an earlier state, stop Steno and run{' '}
        <code className="font-mono text-ink">steno restore</code>. Otherwise nothing needs to be
        done, except to add again what is missing.
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        {places.length > 0 && (
          <CopyButton text={() => places.join('\n')}>Copy folder path</CopyButton>
        )}
        <Button onClick={() => void useLosses.change(client.dismissLosses)}>Dismiss</Button>
      </div>
    </Notice>
  );
}
