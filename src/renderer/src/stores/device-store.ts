import { client } from '../api/client.ts';
import { createLoadedStore } from './create-store.ts';

/** What models run on: the devices here, the machines that help, and the services on the same database. */
export const useDevices = createLoadedStore(
  async () => {
    const [devices, { data, services }] = await Promise.all([
      client.listDevices(),
      client.listMachines(),
    ]);
    return { devices, machines: data, services };
  },
  ({ type }) => (type === 'models' || type === 'settings' ? 'again' : null),
);

/** Looks again at what the other machines do; what was known stays where that fails. */
export async function lookAtMachines(): Promise<void> {
  const found = await client.listMachines().catch(() => null);
  useDevices.setState(({ value }) => ({
    value: value && found ? { ...value, machines: found.data, services: found.services } : value,
  }));
}
