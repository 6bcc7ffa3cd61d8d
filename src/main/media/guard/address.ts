/** Classifies an IP address, however it is written or embedded. */
import ipaddr from 'ipaddr.js';

/**
 * How far an address reaches. `never` is not a valid target whatever the settings are: unspecified, multicast,
 * broadcast, link-local, cloud metadata, reserved.
 */
export type Reach = 'public' | 'private' | 'loopback' | 'never';

/** Cloud metadata services within ranges that are otherwise allowed. */
const METADATA = new Set(['100.100.100.200', '192.0.0.192', 'fd00:ec2::254']);

const REACH_OF_RANGE: Readonly<Record<string, Reach>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
};

/** Prefixes whose addresses embed an IPv4 address, and the byte offset of that address. */
const EMBEDDINGS = [
  { prefix: '::ffff:0:0/96', at: 12 }, // IPv4-mapped, RFC 4291
  { prefix: '::ffff:0:0:0/96', at: 12 }, // IPv4-translated, RFC 2765
  { prefix: '::/96', at: 12 }, // IPv4-compatible, RFC 4291
  { prefix: '64:ff9b::/96', at: 12 }, // NAT64, RFC 6052
  { prefix: '64:ff9b:1::/48', at: 12 }, // local NAT64, RFC 8215
  { prefix: '2002::/16', at: 2 }, // 6to4, RFC 3056
].map(({ prefix, at }) => ({ range: ipaddr.IPv6.parseCIDR(prefix), at }));

/** Classifies an IPv4 or IPv6 literal (no brackets); anything else is `never`. */
export function classifyAddress(address: string): Reach {
  if (!ipaddr.isValid(address)) return 'never';
  const plain = unwrap(ipaddr.parse(address));
  if (METADATA.has(plain.toString())) return 'never';
  return REACH_OF_RANGE[plain.range()] ?? 'never';
}

/** The canonical spelling of an address, for comparison: an embedded IPv4 address is returned as IPv4. */
export function canonicalAddress(address: string): string {
  return ipaddr.isValid(address) ? unwrap(ipaddr.parse(address)).toString() : address;
}

function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') return address;
  const found = EMBEDDINGS.find((embedding) => address.match(embedding.range));
  if (found === undefined) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(found.at, found.at + 4));
}
