import { create } from 'zustand';

const KEY = 'model-offer-closed';

type ModelOfferStore = {
  /** Whether somebody has closed the offer of a real model. Kept in this browser. */
  closed: boolean;
  close: () => void;
  /** Shows it in the library again. */
  reopen: () => void;
};

/** The offer of a real model, above the recordings for as long as the demo model is the one in use. */
export const useModelOffer = create<ModelOfferStore>()((set) => ({
  closed: localStorage.getItem(KEY) !== null,
  close: () => {
    localStorage.setItem(KEY, 'yes');
    set({ closed: true });
  },
  reopen: () => {
    localStorage.removeItem(KEY);
    set({ closed: false });
  },
}));
