import type { ExpandedSource } from '../../../../../shared/sources/expanded-source.ts';
import { findPlaylist, isOneRecording } from '../../../../../shared/sources/playlists.ts';
import { client } from '../../../api/client.ts';
import { createStore } from '../../../stores/create-store.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';

type Question = {
  playlist: ExpandedSource;
  /** Takes the links that were chosen; `null` leaves everything as it was. */
  answer: (chosen: string[] | null) => void;
};

export type Refusal = { link: string; reason: string };

export const PASTE_BOX = 'links';

/** What is answered sooner need not be waited for. */
const SOON_MS = 500;

const INITIAL = {
  /** What stands in the box for links; it stays there while other pages are shown. */
  text: '',
  /** Of what was submitted last. */
  refusals: [] as readonly Refusal[],
  /** The link being checked. */
  looking: null as { link: string; stop: () => void } | null,
  /** The link that the service takes long to take. */
  adding: null as string | null,
  /** The playlist that the user is asked about. */
  question: null as Question | null,
  /** The id of the element that gets the focus back after a question. */
  askedFrom: PASTE_BOX,
};

/** Links on their way into the library. */
export const useLinks = createStore(INITIAL, (set) => {
  let last: Promise<unknown> = Promise.resolve();

  const check = async (link: string, askedFrom: string): Promise<string[] | null> => {
    const abort = new AbortController();
    set({ looking: { link, stop: () => abort.abort() }, askedFrom });
    // A service that does not respond is reported when the recording is added.
    const playlist = await findPlaylist(client, link, abort.signal).catch(() => null);
    set({ looking: null });
    if (abort.signal.aborted) return null;
    return playlist === null ? [link] : ask(playlist);
  };

  const ask = (playlist: ExpandedSource) =>
    new Promise<string[] | null>((resolve) => {
      const answer = (chosen: string[] | null) => {
        set({ question: null });
        resolve(chosen);
      };
      set({ question: { playlist, answer } });
    });

  return {
    /** What was refused before no longer matters. */
    write: (text: string, refusals: readonly Refusal[] = []) => set({ text, refusals }),
    /** Why the service refuses it, else `null`. It may have to look up the address first. */
    add: async (link: string): Promise<string | null> => {
      const isLong = setTimeout(() => set({ adding: link }), SOON_MS);
      const refusal = await useLibrary.add(link);
      clearTimeout(isLong);
      set({ adding: null });
      return refusal;
    },
    /** Puts a link from outside into the box, for the person to look at and confirm. */
    offer: (link: string) =>
      set(({ text }) => ({ text: [text.trim(), link].filter(Boolean).join('\n') })),
    /** What to transcribe for a pasted link: itself, or what is chosen of its playlist; `null` if nothing. One by one. */
    chooseFrom: (link: string, askedFrom: string = PASTE_BOX) => {
      if (isOneRecording(link)) return Promise.resolve([link]);
      const chosen = last.then(() => check(link, askedFrom));
      last = chosen;
      return chosen;
    },

    /** Lets the user choose what replaces a recording that failed because its link is a playlist. Whether they did. */
    chooseInstead: async (
      { id, link }: { id: string; link: string },
      askedFrom: string,
    ): Promise<boolean> => {
      const chosen = await useLinks.chooseFrom(link, askedFrom);
      if (chosen === null) return false;
      for (const one of chosen) if (!(await useLibrary.addOrTell(one))) return true;
      await useLibrary.remove(id);
      return true;
    },
  };
});
