import { Info, Share2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { CaptionLink } from '../../../../shared/captions.ts';
import { ApiError } from '../../../../shared/client.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { createStore } from '../../stores/create-store.ts';
import { useService } from '../../stores/service-store.ts';
import { notify, toasts } from '../../stores/toasts.ts';

const INITIAL = {
  /** What this window has given away, by the recording. */
  links: new Map() as ReadonlyMap<string, CaptionLink>,
};

/** Links to captions; their codes are shown once, so they are kept while another page is shown. */
const useCaptionLinks = createStore(INITIAL, (set, get) => {
  const put = (id: string, link: CaptionLink | null) =>
    set(({ links }) => {
      const others = [...links].filter(([one]) => one !== id);
      return { links: new Map(link ? [...others, [id, link]] : others) };
    });
  /** By reading along for a moment. */
  const isDead = async ({ urls: [url = ''] }: CaptionLink): Promise<boolean> => {
    const { signal } = new AbortController();
    try {
      for await (const _ of client.captions(url.slice(url.lastIndexOf('/') + 1), signal, () => {}))
        break;
    } catch (thrown) {
      return thrown instanceof ApiError && thrown.code === 'not_found';
    }
    return false;
  };

  return {
    /** The link that is there, else a new one: that would end the one before, for all who read along. */
    share: async (id: string) => {
      const link = get().links.get(id);
      if (!link || (await isDead(link))) put(id, await client.shareCaptions(id));
      toasts.close(id);
    },
    unshare: async (id: string) => {
      await client.unshareCaptions(id);
      put(id, null);
    },
    /** Says so where the link opens nothing any more, as after a restart of the service. */
    look: async (id: string) => {
      const link = get().links.get(id);
      if (!link || !(await isDead(link))) return;
      put(id, null);
      toasts.add({
        id,
        title: 'The link to the captions no longer works',
        description: 'Share the captions again, and give the new link to those who read along.',
        timeout: 0,
      });
    },
  };
});

/** Makes a link by which others read along, shows it, and takes it back. */
export function ShareCaptions({ id }: { id: string }) {
  const link = useCaptionLinks(({ links }) => links.get(id));
  const [open, setOpen] = useState(false);
  const isConnected = useService(({ connection }) => connection === 'live');
  useEffect(() => {
    if (isConnected) void useCaptionLinks.look(id);
  }, [isConnected, id]);
  const sharing = useRef(false);
  const share = async () => {
    // Pressed twice, the second link would end the first.
    if (sharing.current) return;
    sharing.current = true;
    const isShared = await notify(() => useCaptionLinks.share(id).then(() => true));
    sharing.current = false;
    if (isShared) setOpen(true);
  };
  const [likeliest = '', ...others] = link?.urls ?? [];
  const unshare = async () => {
    await useCaptionLinks.unshare(id);
    setOpen(false);
  };
  return (
    <>
      <IconButton icon={Share2} label="Share captions" onClick={() => void share()} />
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
