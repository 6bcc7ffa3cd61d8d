import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { DeviceList } from '../../../../shared/models/devices.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type DeviceStore = {
  /** What models can be computed on; `null` until somebody wanted to know. */
  devices: DeviceList | null;
  load: () => Promise<void>;
  /** Loads anew what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  tryAgain: (id: string) => Promise<void>;
};

export const useDevices = create<DeviceStore>()((set, get) => ({
  devices: null,
  load: async () => set({ devices: await client.listDevices() }),
  reload: async () => {
    if (get().devices) await get().load();
  },
  apply: (event) => {
    if (event.type === 'models' || event.type === 'settings') void get().reload();
  },
  tryAgain: (id) => notify(async () => set({ devices: await client.tryDevice(id) })),
}));
