import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { toOpenRequest, toOpenRequests } from '../../../src/main/electron/opener.ts';

describe('what the system asks the app to open', () => {
  test.each([
    ['steno://t/trs_0123456789', { kind: 'transcription', id: 'trs_0123456789' }],
    [
      'STENO://add?url=https%3A%2F%2Fa.example%2Fx.mp3',
      { kind: 'link', url: 'https://a.example/x.mp3' },
    ],
    ['/home/anna/Talk 1.MP3', { kind: 'file', path: resolve('/home/anna/Talk 1.MP3') }],
    ['talks/b.mkv', { kind: 'file', path: resolve('/home/ben/talks/b.mkv') }],
    [
      pathToFileURL('/home/anna/Talk 1.mp3').href,
      { kind: 'file', path: resolve('/home/anna/Talk 1.mp3') },
    ],
  ])('%s', (argument, request) => {
    expect(toOpenRequest(argument, '/home/ben')).toEqual(request);
  });

  test.each([
    'steno://t/../settings',
    'steno://t/',
    'steno://add?url=file%3A%2F%2F%2Fetc%2Fpasswd',
    'steno://add?url=javascript%3Aalert(1)',
    'steno://add',
    'steno://delete/trs_0123456789',
    'steno:',
    'https://example.com/a.html',
    '/etc/passwd',
    'file:///etc/passwd',
    'file://host.example/share/a.mp3',
    '',
  ])('"%s" is nothing', (argument) => {
    expect(toOpenRequest(argument, '/home/ben')).toBeNull();
  });

  test('switches of a command line are not files', () => {
    const argv = ['/usr/bin/talk.mp3', '--out=a.mp3', '-x.mp3', 'b.mp3'];
    expect(toOpenRequests(argv, '/tmp')).toEqual([{ kind: 'file', path: resolve('/tmp/b.mp3') }]);
  });
});
