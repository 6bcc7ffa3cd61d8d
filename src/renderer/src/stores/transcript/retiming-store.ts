import { create } from 'zustand';
import type { TimeSpan } from '../../../../shared/time.ts';

/**
 * A subtitle, whatever its times: where its words begin, and which it is of those that were written for these words.
 */
export type CuePlace = { wordsFromMs: number; nth: number };

type RetimingStore = {
  /** The subtitle being timed; `null` while it is the one that plays. */
  place: CuePlace | null;
  /** Its current times, which are not stored yet. */
  times: TimeSpan | null;
  /** Whether the times are changing: a pointer or a key is down. */
  held: boolean;
  /** What is written in its form, which then stores the times, too; `null` while it has none. */
  text: string | null;
  /** The moment whose subtitle is to be brought into view, in milliseconds. */
  sought: number | null;
  seek: (ms: number | null) => void;
  choose: (place: CuePlace) => void;
  /** Opens its form. */
  write: (place: CuePlace, draft: TimeSpan & { text: string }) => void;
  setText: (text: string) => void;
  try: (times: TimeSpan, held: boolean) => void;
  release: () => void;
  /** These times are stored, or could not be. */
  settle: (times: TimeSpan) => void;
  leave: () => void;
};

const NOTHING = { place: null, times: null, held: false, text: null };

/**
 * The subtitle whose times are changed on the waveform, in its form, or in both. What is written is kept here: the list
 * may be read again meanwhile.
 */
export const useRetiming = create<RetimingStore>()((set, get) => ({
  ...NOTHING,
  sought: null,
  seek: (sought) => set({ sought }),
  choose: (place) => {
    const before = get().place;
    if (before?.wordsFromMs === place.wordsFromMs && before.nth === place.nth) return;
    set({ ...NOTHING, place });
  },
  write: (place, { startMs, endMs, text }) =>
    set({ place, times: { startMs, endMs }, held: false, text }),
  setText: (text) => set({ text }),
  try: (times, held) => set({ times, held }),
  release: () => set({ held: false }),
  settle: (times) => {
    // Others may be tried already.
    if (get().times === times) set({ times: null });
  },
  leave: () => set(NOTHING),
}));
