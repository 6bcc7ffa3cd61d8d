import { Info, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useCaptionLinks } from '../../stores/recorder/caption-link-store.ts';
import { useService } from '../../stores/service-store.ts';
import { notify } from '../../stores/toasts.ts';

/** Makes a link by which others read along, shows it, and takes it back. */
export function ShareCaptions({ id }: { id: string }) {
  const link = useCaptionLinks(({ links }) => links.get(id));
  const [open, setOpen] = useState(false);
  const isConnected = useService(({ connection }) => connection === 'live');
  useEffect(() => {
    if (isConnected) void useCaptionLinks.look(id);
  }, [isConnected, id]);
  const share = async () => {
    await useCaptionLinks.share(id);
    setOpen(true);
  };
  const [likeliest = '', ...others] = link?.urls ?? [];
  const unshare = async () => {
    await useCaptionLinks.unshare(id);
    setOpen(false);
  };
  return (
    <>
      <IconButton
        icon={Share2}
        label="Share captions"
        tip="Share captions"
        onClick={() => void notify(share)}
      />
      <Dialog open={open} title="Captions by a link" onClose={() => setOpen(false)}>
        <div className="space-y-4">
          <p>
            Whoever opens it reads along in large letters from then on, and reaches nothing else. It
            works for four hours at most, and ends with the recording.
          </p>
          <CodeBlock label="Link" code={likeliest} />
          {others.length > 0 && <OtherLinks urls={others} />}
          {link?.on_network === false && (
            <Notice icon={Info}>
              Steno listens on this computer only, so no other device can open it.{' '}
              {window.steno ? (
                <>
                  To let others in, quit it and start it with the environment variable{' '}
                  <code>STENO_HOST=0.0.0.0</code>.
                </>
              ) : (
                <>
                  Start it with <code>--host 0.0.0.0</code> to let others in.
                </>
              )}
            </Notice>
          )}
          <Button onClick={() => void notify(unshare)}>Take it back</Button>
        </div>
      </Dialog>
    </>
  );
}

/** A computer with several networks has an address in each; which one a device is in, nobody here knows. */
function OtherLinks({ urls }: { urls: readonly string[] }) {
  const id = useId();
  return (
    <div className="space-y-2 text-sm">
      <p id={id}>This computer has other addresses. Where the link opens nothing, try these:</p>
      <ul aria-labelledby={id} className="rows">
        {urls.map((url) => (
          <li key={url} className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
            <code className="min-w-0 flex-1 wrap-anywhere">{url}</code>
            <CopyButton narrow text={() => url}>
              Copy
            </CopyButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
