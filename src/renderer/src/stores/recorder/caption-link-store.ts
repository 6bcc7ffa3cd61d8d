import type { CaptionLink } from '../../../../shared/captions.ts';
import { ApiError } from '../../../../shared/client.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';
import { toasts } from '../toasts.ts';

const INITIAL = {
  /** What this window has given away, by the recording. */
  links: new Map() as ReadonlyMap<string, CaptionLink>,
};

/** Links to captions; their codes are shown once, so they are kept while another page is shown. */
export const useCaptionLinks = createStore(INITIAL, (set, get) => {
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
