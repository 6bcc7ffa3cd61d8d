import { create } from 'zustand';
import type { Voice } from '../../../../shared/transcription/speakers.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type VoiceStore = {
  /** `null` until first requested. */
  voices: readonly Voice[] | null;
  load: () => Promise<void>;
  rename: (id: string, name: string) => Promise<void>;
  forget: (id: string) => Promise<void>;
};

export const useVoices = create<VoiceStore>()((set) => {
  const load = async () => set({ voices: (await client.listVoices()).data });
  return {
    voices: null,
    load: () => notify(load),
    rename: (id, name) =>
      notify(async () => {
        await client.renameVoice(id, { name });
        await load();
      }),
    forget: (id) =>
      notify(async () => {
        await client.forgetVoice(id);
        await load();
      }),
  };
});
