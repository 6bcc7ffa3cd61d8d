import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { Machine, ServiceNode } from '../../../../shared/machines.ts';
import type { DeviceList } from '../../../../shared/models/devices.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type DeviceStore = {
  /** The devices that models can run on; `null` until first requested. */
  devices: DeviceList | null;
  /** The other machines that currently transcribe for this one. */
  machines: readonly Machine[];
  /** The services that share the database with this one. */
  services: readonly ServiceNode[];
  load: () => Promise<void>;
  /** Loads what the other machines do; what was known stays where that fails. */
  loadMachines: () => Promise<void>;
  /** Reloads what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  tryAgain: (id: string) => Promise<void>;
};

export const useDevices = create<DeviceStore>()((set, get) => ({
  devices: null,
  machines: [],
  services: [],
  load: async () => {
    const [devices, machines] = await Promise.all([client.listDevices(), client.listMachines()]);
    set({ devices, machines: machines.data, services: machines.services });
  },
  loadMachines: async () => {
    const machines = await client.listMachines().catch(() => null);
    if (machines) set({ machines: machines.data, services: machines.services });
  },
  reload: async () => {
    if (get().devices) await get().load();
  },
  apply: (event) => {
    if (event.type === 'models' || event.type === 'settings') void get().reload();
  },
  tryAgain: (id) => notify(async () => set({ devices: await client.tryDevice(id) })),
}));
