import type { TimeSpan } from '../../../../../shared/time.ts';
import { createStore } from '../../../stores/create-store.ts';

/** A subtitle, whatever its times: where its words begin, and which of those written for these words it is. */
export type CuePlace = { wordsFromMs: number; nth: number };

const NOTHING = {
  /** The subtitle being timed; `null` while it is the one that plays. */
  place: null as CuePlace | null,
  /** Its current times, which are not stored yet. */
  times: null as TimeSpan | null,
  /** Whether the times are changing: a pointer or a key is down. */
  held: false,
  /** What is written in its form, which then stores the times, too; `null` while it has none. */
  text: null as string | null,
  /** Whether anything was changed in it. */
  touched: false,
};

/** `sought` is the moment whose subtitle is to be brought into view, in milliseconds. */
const INITIAL = { ...NOTHING, sought: null as number | null };

/** The subtitle that is timed on the waveform or in its form; what is written is here, for the list may be read again. */
export const useRetiming = createStore(INITIAL, (set, get) => ({
  seek: (sought: number | null) => set({ sought }),
  choose: (place: CuePlace) => {
    const before = get().place;
    if (before?.wordsFromMs === place.wordsFromMs && before.nth === place.nth) return;
    set({ ...NOTHING, place });
  },
  /** Opens its form. */
  write: (place: CuePlace, { startMs, endMs, text }: TimeSpan & { text: string }) =>
    set({ ...NOTHING, place, times: { startMs, endMs }, text }),
  setText: (text: string) => set({ text, touched: true }),
  try: (times: TimeSpan, held: boolean) => set({ times, held, touched: true }),
  release: () => set({ held: false }),
  /** These times are stored, or could not be. */
  settle: (times: TimeSpan) => {
    // Others may be tried already.
    if (get().times === times) set({ times: null });
  },
  leave: () => set(NOTHING),
}));
