import { create } from 'zustand';

type AddBoxStore = {
  /** What stands in the box for links; it stays there while other pages are shown. */
  text: string;
  setText: (text: string) => void;
  /** Puts a link from outside into the box, for the person to look at and confirm. */
  offer: (link: string) => void;
};

export const useAddBox = create<AddBoxStore>()((set) => ({
  text: '',
  setText: (text) => set({ text }),
  offer: (link) => set(({ text }) => ({ text: [text.trim(), link].filter(Boolean).join('\n') })),
}));
