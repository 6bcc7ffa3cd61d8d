import { expect, test } from 'vitest';
import { createNavigationPolicy } from '../../../src/main/electron/window/navigation.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const origin = 'http://127.0.0.1:4717';
const clock = createFakeClock();
const policy = createNavigationPolicy({ origin, clock });

test.each([
  ['http://127.0.0.1:4717/t/1', true],
  ['http://127.0.0.1:4718/', false],
  ['http://localhost:4717/', false],
  ['https://127.0.0.1:4717/', false],
  ['http://127.0.0.1:4717@evil.example/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['not an address', false],
])('the window may go to %s: %s', (url, own) => expect(policy.isOwnPage(url)).toBe(own));

test('a link opens outside only just after a click or a key', async () => {
  const link = 'https://example.com/';
  expect(policy.mayOpenOutside(link)).toBe(false);
  policy.noteInput('mouseMove');
  expect(policy.mayOpenOutside(link)).toBe(false);
  policy.noteInput('mouseUp');
  expect(policy.mayOpenOutside(link)).toBe(true);
  await clock.advance(1001);
  expect(policy.mayOpenOutside(link)).toBe(false);
});

test.each(['file:///etc/passwd', 'smb://host/share', 'javascript:alert(1)', 'ms-msdt:/id', 'x'])(
  '%s never opens outside, clicked or not',
  (url) => {
    policy.noteInput('mouseUp');
    expect(policy.mayOpenOutside(url)).toBe(false);
  },
);

test('the page may write to the clipboard and do nothing else', () => {
  expect(policy.mayUse('clipboard-sanitized-write', `${origin}/`)).toBe(true);
  expect(policy.mayUse('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
  for (const permission of ['clipboard-read', 'media', 'geolocation', 'notifications', 'usb']) {
    expect(policy.mayUse(permission, `${origin}/`)).toBe(false);
  }
});
