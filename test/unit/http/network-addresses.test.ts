import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { pageAddresses } from '../../../src/main/http/access/network-addresses.ts';

const at = (...addresses: string[]) =>
  addresses.map((address) => ({ address }) as NetworkInterfaceInfo);
const LOCAL = { lo: at('127.0.0.1', '::1') };
const bound = { host: '0.0.0.0', port: 4717, publicUrl: null };

describe('the addresses to give to other devices', () => {
  it('are those of every network this computer is in, the likeliest first', () => {
    const adapters = {
      ...LOCAL,
      tailscale0: at('100.101.7.2', 'fd7a::2'),
      eth0: at('169.254.7.7', 'fe80::9'),
      wlan0: at('2001:db8::5', '2001:db8::6', '192.168.1.20', 'fe80::5'),
      eth1: at('10.0.0.4'),
    };
    expect(pageAddresses(bound, adapters)).toEqual({
      isOnNetwork: true,
      urls: [
        'http://192.168.1.20:4717',
        'http://10.0.0.4:4717',
        'http://[2001:db8::5]:4717',
        'http://100.101.7.2:4717',
        'http://[fd7a::2]:4717',
        'http://169.254.7.7:4717',
      ],
    });
  });

  it('leave out networks inside this computer, of containers and virtual machines', () => {
    const adapters = {
      ...LOCAL,
      docker0: at('172.17.0.1'),
      'br-0123456789ab': at('172.18.0.1'),
      'vEthernet (WSL (Hyper-V firewall))': at('172.20.0.1'),
      'VMware Network Adapter VMnet8': at('192.168.80.1'),
      'Wi-Fi': at('192.168.1.20'),
    };
    expect(pageAddresses(bound, adapters).urls).toEqual(['http://192.168.1.20:4717']);
  });

  it.each([
    ['it listens on this computer only', { ...bound, host: '127.0.0.1' }, { eth0: at('10.0.0.4') }],
    ['there is no network', bound, LOCAL],
  ])('are none where %s, and its own address opens the window here', (_, place, adapters) => {
    expect(pageAddresses(place, adapters)).toEqual({
      isOnNetwork: false,
      urls: ['http://127.0.0.1:4717'],
    });
  });

  it('are the one it is started with, or the public one', () => {
    const adapters = { eth0: at('10.0.0.4', '10.0.0.5') };
    expect(pageAddresses({ ...bound, host: '10.0.0.5' }, adapters).urls).toEqual([
      'http://10.0.0.5:4717',
    ]);
    const publicUrl = 'https://steno.example.com/';
    expect(pageAddresses({ ...bound, publicUrl }, adapters)).toEqual({
      isOnNetwork: true,
      urls: ['https://steno.example.com'],
    });
  });
});
