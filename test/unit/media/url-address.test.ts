import { describe, expect, it } from 'vitest';
import { canonicalAddress, classifyAddress } from '../../../src/main/media/guard/address.ts';

describe('classifying addresses', () => {
  it.each([
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
    ['::ffff:93.184.216.34', 'public'],
    ['64:ff9b::5db8:d822', 'public'],
    ['10.0.0.5', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fc00::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['::7f00:1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['64:ff9b:1::7f00:1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
  ])('%s is %s', (address, reach) => {
    expect(classifyAddress(address)).toBe(reach);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '::ffff:0.0.0.0',
    '169.254.169.254',
    '169.254.1.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    '192.0.0.192',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '2001:db8::1',
    'not an address',
    '',
  ])('%s is no place for a request', (address) => {
    expect(classifyAddress(address)).toBe('never');
  });

  it('knows two spellings of one address for the same', () => {
    expect(canonicalAddress('::ffff:127.0.0.1')).toBe('127.0.0.1');
    expect(canonicalAddress('0:0::0:1')).toBe('::1');
  });
});
