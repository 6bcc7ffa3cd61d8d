import { Info, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useCaptionLinks } from '../../stores/recorder/caption-link-store.ts';
import { useService } from '../../stores/service-store.ts';
import { notify } from '../../stores/toasts.ts';

/** Makes a link by which others read along, shows it, and takes it back. */
export function ShareCaptions({ id }: { id: string }) {
  const link = useCaptionLinks(({ links }) => links.get(id));
  const { look, ...links } = useCaptionLinks.getState();
  const [open, setOpen] = useState(false);
  const isConnected = useService(({ connection }) => connection === 'live');
  useEffect(() => {
    if (isConnected) void look(id);
  }, [isConnected, look, id]);
  const share = async () => {
    await links.share(id);
    setOpen(true);
  };
  const unshare = async () => {
    await links.unshare(id);
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
          <CodeBlock label="Link" code={link?.urls[0] ?? ''} />
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
