/** At which addresses the window is opened from other devices. */
import { networkInterfaces } from 'node:os';
import { LOOPBACK } from './host-and-origin.ts';

type Adapters = ReturnType<typeof networkInterfaces>;

/** Networks inside this machine, of containers and virtual machines: no other device is in them. */
const INSIDE =
  /^(?:docker|br-[\da-f]{12}|veth|virbr|vmnet|vboxnet|cni|flannel|lxc|lxd|podman|vEthernet \((?:WSL|Default Switch)|VirtualBox|VMware)/;
/** Private networks over the Internet, which few of the devices nearby are in. */
const TUNNEL = /^(?:tun|tap|utun|wg|tailscale|zt|ppp)/;
/** Of this computer alone, or of one cable: such an address has no meaning in a browser elsewhere. */
const LOCAL = /^(?:127\.|::1$|fe80:)/;
/** An address that a computer gives itself where nobody else does. */
const GIVEN_BY_NOBODY = /^169\.254\./;

/** Addresses of the window, the one that most devices reach first. */
export function pageAddresses(
  { host, port, publicUrl }: { host: string; port: number; publicUrl: string | null },
  adapters: Adapters = networkInterfaces(),
): { urls: string[]; isOnNetwork: boolean } {
  if (publicUrl !== null) return { urls: [publicUrl.replace(/\/$/, '')], isOnNetwork: true };
  const found = LOOPBACK.has(host) ? [] : addressesAt(host, adapters);
  const isOnNetwork = found.length > 0;
  const names = isOnNetwork ? found : ['127.0.0.1'];
  return { urls: names.map((name) => `http://${inUrl(name)}:${port}`), isOnNetwork };
}

/** The likeliest first; of an adapter's newer addresses one is enough. */
function addressesAt(host: string, adapters: Adapters): string[] {
  if (host !== '0.0.0.0' && host !== '::') return LOCAL.test(host) ? [] : [host];
  const all = Object.entries(adapters).flatMap(([adapter, list = []]) => {
    const reached = list.map(({ address }) => address).filter((one) => !LOCAL.test(one));
    const newer = reached.filter(isNewer).slice(0, 1);
    const older = reached.filter((one) => !isNewer(one));
    return [...older, ...newer].map((address) => ({ adapter, address }));
  });
  const outside = all.filter(({ adapter }) => !INSIDE.test(adapter));
  return outside.toSorted((a, b) => distance(a) - distance(b)).map(({ address }) => address);
}

function distance({ adapter, address }: { adapter: string; address: string }): number {
  if (GIVEN_BY_NOBODY.test(address)) return 3;
  if (TUNNEL.test(adapter)) return 2;
  // Of the kinds of address the older one is what people can type.
  return isNewer(address) ? 1 : 0;
}

const isNewer = (address: string) => address.includes(':');
const inUrl = (address: string) => (isNewer(address) ? `[${address}]` : address);
