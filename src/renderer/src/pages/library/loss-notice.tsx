import { LifeBuoy } from 'lucide-react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { createLoadedStore } from '../../stores/create-store.ts';
import { formatWhen } from '../../text/format.ts';

/** What the database has lost and nobody has dismissed yet. */
const useLosses = createLoadedStore(async () => (await client.listLosses()).data);

/** Says what the database has lost, what is made again of it, and where the rest lies. */
export function LossNotice() {
  const losses = useLoaded(useLosses);
  if (!losses?.length) return null;
  const places = losses.filter(({ files }) => files > 0).map(({ folder }) => folder);
  return (
    <Notice look="warning" icon={LifeBuoy}>
      {losses.map(({ found_at, message }) => (
        <p key={found_at} className="wrap-anywhere">
          <strong className="font-medium">{formatWhen(found_at)}:</strong> {message}
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
        <Button onClick={() => useLosses.change(client.dismissLosses)}>Dismiss</Button>
      </div>
    </Notice>
  );
}
