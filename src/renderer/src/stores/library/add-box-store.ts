import { createStore } from '../create-store.ts';

/** A link that was not taken, and why. */
export type Refusal = { link: string; reason: string };

const INITIAL = {
  /** What stands in the box for links; it stays there while other pages are shown. */
  text: '',
  /** Of what was submitted last. */
  refusals: [] as readonly Refusal[],
};

export const useAddBox = createStore(INITIAL, (set) => ({
  setText: (text: string) => set({ text }),
  setRefusals: (refusals: readonly Refusal[]) => set({ refusals }),
  /** Puts a link from outside into the box, for the person to look at and confirm. */
  offer: (link: string) =>
    set(({ text }) => ({ text: [text.trim(), link].filter(Boolean).join('\n') })),
}));
