/** Addresses that no outside caller may make Steno connect to, in spellings that get past careless checks. */

/** This machine. */
export const LOOPBACK = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '127.0.0.2', '127.255.255.254'],
  ...['0x7f.1', '0x7f.0.0.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1'],
  ...[
    '①②⑦.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
  ],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ...['[::ffff:127.0.0.1]', '[0:0::ffff:7f00:1]', '[::ffff:0:7f00:1]', '[::7f00:1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
];

const PRIVATE = [
  ...[
    '10.0.0.5',
    '0xa.5',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '0xc0a80101',
    '3232235777',
  ],
  ...['100.64.0.1', '[fc00::1]', '[fd12:3456::1]', '[::ffff:10.0.0.1]', '[64:ff9b::a00:1]'],
  ...['[2002:a00:1::]', '[2002:c0a8:101::]'],
];

/** Whatever the settings are. */
export const NEVER = [
  ...['0', '0.0.0.0', '0.0.0.1', '[::]', '[::ffff:0.0.0.0]', '255.255.255.255', '240.0.0.1'],
  ...['169.254.169.254', '169.254.1.1', '0xa9fea9fe', '2852039166', '[::ffff:169.254.169.254]'],
  ...[
    '0251.0376.0251.0376',
    '025177524776',
    '0xa9.254.0251.254',
    '169.254.43518',
    '169.254.169.254.',
  ],
  ...['１６９.２５４.１６９.２５４', '①⑥⑨.254.169.254', '169。254。169。254', '169.254.170.2'],
  ...['[::ffff:0:a9fe:a9fe]', '[64:ff9b:1::a9fe:a9fe]', '[FE80::A9FE:A9FE]'],
  ...['[::ffff:a9fe:a9fe]', '[::a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]'],
  ...['[fd00:ec2::254]', '100.100.100.200', '[::ffff:100.100.100.200]', '192.0.0.192'],
  ...['0x0', '0.0', '192.0.0.1', '239.255.255.250', '[ff05::2]', '[2001:0:a9fe:a9fe::]'],
  ...['[fe80::1]', '[fec0::1]', '224.0.0.1', '[ff02::1]', '[::ffff:224.0.0.1]'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[100::1]'],
];

export const FORBIDDEN = [...LOOPBACK, ...PRIVATE, ...NEVER];

/** What a name server would answer with to lead there. */
export function answerOf(spelling: string): string {
  const host = new URL(`http://${spelling}/`).hostname.replace(/^\[|\]$/g, '');
  return /localhost\.?$/.test(host) ? '127.0.0.1' : host.replace(/\.$/, '');
}

/** Names that stand for themselves in the list above. */
export const NAMES: Record<string, string[][]> = {
  localhost: [['127.0.0.1']],
  'a.localhost': [['127.0.0.1']],
};
