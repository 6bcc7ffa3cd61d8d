import { expect, test } from 'vitest';
import { createNavigationPolicy } from '../../../src/main/electron/window/navigation.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const origin = 'http://127.0.0.1:4717';
const clock = createFakeClock();
let recording = false;
const policy = createNavigationPolicy({ origin, clock, isRecording: () => recording });
const asked = { isMainFrame: true, camera: false };

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
  expect(policy.mayUse('clipboard-sanitized-write', `${origin}/`, asked)).toBe(true);
  expect(policy.mayUse('clipboard-sanitized-write', 'https://example.com/', asked)).toBe(false);
  const others = ['clipboard-read', 'media', 'display-capture', 'geolocation', 'usb'];
  for (const permission of others) {
    expect(policy.mayUse(permission, `${origin}/`, asked)).toBe(false);
    expect(policy.mayUse(permission, `${origin}/records`, asked)).toBe(false);
  }
});

test('the recorder may hear microphone and computer, and never see the camera', () => {
  const recorder = `${origin}/record`;
  expect(policy.mayUse('media', recorder, asked)).toBe(true);
  expect(policy.mayUse('display-capture', recorder, { ...asked, camera: true })).toBe(true);
  expect(policy.mayUse('media', recorder, { ...asked, camera: true })).toBe(false);
  expect(policy.mayUse('media', recorder, { ...asked, isMainFrame: false })).toBe(false);
  expect(policy.mayUse('media', 'https://example.com/record', asked)).toBe(false);
  expect(policy.mayUse('geolocation', recorder, asked)).toBe(false);
});

test('while something is recorded, another page may open the microphone that takes its place', () => {
  recording = true;
  expect(policy.mayUse('media', `${origin}/settings`, asked)).toBe(true);
  expect(policy.mayUse('media', 'https://example.com/', asked)).toBe(false);
  recording = false;
  expect(policy.mayUse('media', `${origin}/settings`, asked)).toBe(false);
});
