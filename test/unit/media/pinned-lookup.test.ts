/** A connection is told only the addresses that were checked, in each of the ways Node asks. */
import type { LookupOptions } from 'node:dns';
import { expect, it } from 'vitest';
import { type CheckedUrl, pinnedLookup } from '../../../src/main/media/guard/url-guard.ts';

const IPV4 = { address: '93.184.216.34', family: 4 } as const;
const IPV6 = { address: '2606:2800:220:1::1', family: 6 } as const;

function answer(addresses: CheckedUrl['addresses'], options: LookupOptions): unknown {
  const url = new URL('http://example.com/');
  const checked: CheckedUrl = { url, authorization: null, addresses, reach: 'public' };
  let told: unknown;
  pinnedLookup(checked)('elsewhere.example.com', options, (error, address, family) => {
    told = error?.code ?? (family === undefined ? address : [address, family]);
  });
  return told;
}

it.each<[string, LookupOptions, unknown]>([
  ['all of them', { all: true }, [IPV4, IPV6]],
  ['all of one family', { all: true, family: 6 }, [IPV6]],
  ['one', {}, [IPV4.address, 4]],
  ['one of one family', { family: 6 }, [IPV6.address, 6]],
])('asked for %s', (_what, options, told) => {
  expect(answer([IPV4, IPV6], options)).toEqual(told);
});

it.each([{ all: true, family: 6 }, { family: 6 }])(
  'asked for what was not checked: %j',
  (options) => {
    expect(answer([IPV4], options)).toBe('ENOTFOUND');
  },
);
