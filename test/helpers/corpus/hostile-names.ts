/** Two hundred and more names that somebody may give a file to get it somewhere else, or to break what writes it. */

const code = (point: number) => String.fromCodePoint(point);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => code(from + index));

const traversals = [
  ...[
    '.',
    '..',
    '...',
    '../x',
    '../../../x',
    '../../../../../../../../etc/passwd',
    './x',
    'a/../../x',
  ],
  ...[
    '..\\x',
    '..\\..\\..\\Windows\\win.ini',
    'a\\..\\..\\x',
    '../',
    '..\\',
    'a/',
    'a\\',
    '....//x',
  ],
  ...['..;/x', '%2e%2e%2fx', '..%2fx', '..%5cx', '..%c0%afx', '.../...//x', '..././x', 'a/b/c.txt'],
];
const absolute = [
  ...[
    '/',
    '//',
    '/x',
    '/etc/passwd',
    '//host/share/x',
    '\\\\host\\share\\x',
    '\\\\?\\C:\\x',
    '\\\\.\\pipe\\x',
  ],
  ...['C:', 'C:\\x', 'C:x', 'c:/x', 'file:///etc/passwd', '~', '~/x', '~root/.ssh/authorized_keys'],
];
const devices = [
  ...[
    'con',
    'prn',
    'aux',
    'nul',
    'CON',
    'Nul',
    'conin$',
    'CONOUT$',
    'clock$',
    'con.',
    'nul ',
    'nul .txt',
  ],
  ...[
    'con.txt',
    'nul.tar.gz',
    'aux.m4a',
    'com¹',
    'COM².txt',
    'lpt³',
    'ＣＯＮ',
    'c\u200bon.txt',
    ' con',
    '.nul.',
  ],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((number) => [`com${number}`, `LPT${number}.txt`]),
];
const ends = [
  'a.',
  'a..',
  'a ',
  'a. . .',
  ' a',
  '. a',
  'a\t',
  'a\u00a0',
  'a\u3000.',
  ' ',
  ' . ',
  '\ufeff',
];
const signs = [
  'a:b',
  'a.txt::$DATA',
  'a*',
  'a?',
  '"a"',
  '<a>',
  'a|b',
  '-rf /',
  '$(x)/y',
  '`x`/y',
  'a\nb/c',
];
const controls = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)].map((sign) => `a${sign}/b${sign}`);
const slashes = [
  '\uff0f',
  '\uff3c',
  '\u2215',
  '\u2044',
  '\u2216',
  '\u29f8',
  '\u29f9',
  '\ufe68',
  '\u2100',
  '\u2105',
];
const dots = ['\u2024\u2024', '\u2025', '\uff0e\uff0e', '\u2026'];
const turning = [
  'a\u202etxt.exe',
  'a\u2066/b',
  '\u200d../x',
  '.\u200b./x',
  '\u00ad/x',
  '.\u2060.\u2060/',
];
const broken = ['a\ud800/', '\udfff/..', 'a\ufffe/', 'a\uffff', '\u{1ffff}/x'];
const long = [
  ...[
    'a'.repeat(255),
    'a'.repeat(256),
    `${'a'.repeat(300)}.txt`,
    '日'.repeat(200),
    '😀'.repeat(100),
  ],
  ...[
    `${'../'.repeat(2000)}x`,
    `${'e\u0301'.repeat(200)}.m4a`,
    `a.${'b'.repeat(400)}`,
    '.'.repeat(5000),
  ],
  ...[`${'a'.repeat(219)} .txt`, `${'a'.repeat(214)}. .txt`, ' '.repeat(400)],
];

export const hostileNames: readonly string[] = [
  '',
  ...traversals.flatMap((name) => [name, `${name}\0.txt`]),
  ...[...absolute, ...devices, ...ends.map((name) => `${name}/`), ...signs, ...controls],
  ...slashes.flatMap((slash) => [
    `..${slash}..${slash}x`,
    `${slash}etc${slash}passwd`,
    `a${slash}`,
  ]),
  ...dots.flatMap((dot) => [`${dot}/x`, `${dot}\uff0fx`]),
  ...[...turning, ...broken, ...long],
];
