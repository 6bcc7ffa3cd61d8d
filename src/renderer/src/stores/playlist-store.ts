import { create } from 'zustand';
import { findPlaylist, isOneRecording } from '../../../shared/playlists.ts';
import type { ExpandedSource } from '../../../shared/sources.ts';
import { client } from '../api/client.ts';

type Question = {
  playlist: ExpandedSource;
  /** Takes the links of what was chosen; `null` leaves everything as it was. */
  answer: (chosen: string[] | null) => void;
};

type PlaylistStore = {
  /** The link that is being looked at. */
  looking: { link: string; stop: () => void } | null;
  /** A playlist that the person is asked about. */
  question: Question | null;
  /**
   * The links to transcribe for one that was pasted: itself, or what the person chose of its playlist; `null` when
   * they changed their mind. One link is looked at after the other.
   */
  chooseFrom: (link: string) => Promise<string[] | null>;
};

export const usePlaylists = create<PlaylistStore>()((set) => {
  let last: Promise<unknown> = Promise.resolve();

  const look = async (link: string): Promise<string[] | null> => {
    const abort = new AbortController();
    set({ looking: { link, stop: () => abort.abort() } });
    // A service that does not answer is told of when the recording is added.
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
    looking: null,
    question: null,
    chooseFrom: (link) => {
      if (isOneRecording(link)) return Promise.resolve([link]);
      const chosen = last.then(() => look(link));
      last = chosen;
      return chosen;
    },
  };
});
