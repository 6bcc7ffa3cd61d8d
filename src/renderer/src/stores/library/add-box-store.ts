import { create } from 'zustand';

/** A link that was not taken, and why. */
export type Refusal = { link: string; reason: string };

type AddBoxStore = {
  /** What stands in the box for links; it stays there while other pages are shown. */
  text: string;
  setText: (text: string) => void;
  /** Of what was submitted last. */
  refusals: readonly Refusal[];
  setRefusals: (refusals: readonly Refusal[]) => void;
  /** Puts a link from outside into the box, for the person to look at and confirm. */
  offer: (link: string) => void;
};

export const useAddBox = create<AddBoxStore>()((set) => ({
  text: '',
  setText: (text) => set({ text }),
  refusals: [],
  setRefusals: (refusals) => set({ refusals }),
  offer: (link) => set(({ text }) => ({ text: [text.trim(), link].filter(Boolean).join('\n') })),
}));
