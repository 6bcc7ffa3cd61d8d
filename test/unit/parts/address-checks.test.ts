import { describe, expect, test } from 'vitest';
import { checkWebhook } from '../../../src/main/parts/address-checks.ts';
import type { Principal } from '../../../src/main/services/principal.ts';

const OWN_PORT = 4717;
const WINDOW: Principal = { kind: 'window' };

/** The code of the refusal, or null. */
function refusalOf(url: string, { allowPrivate }: { allowPrivate: boolean }): unknown {
  try {
    checkWebhook(url, WINDOW, { allowPrivate, ownPort: OWN_PORT });
    return null;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('a webhook address', () => {
  test.each([
    'https://example.com/hook',
    'https://nas/hook',
    'https://nas.local/hook',
    'https://metadata.google.internal/',
    `https://nas.local:${OWN_PORT}/hook`,
    'https://93.184.216.34/hook',
  ])('%s is judged when the event is sent', (url) => {
    expect(refusalOf(url, { allowPrivate: true })).toBeNull();
    expect(refusalOf(url, { allowPrivate: false })).toBeNull();
  });

  test.each([
    'https://127.0.0.1/hook',
    'https://localhost:8443/hook',
    'http://localhost:3000/hook',
    'http://[::1]:3000/hook',
    'https://192.168.1.20/hook',
    'https://[fd12:3456::1]/hook',
  ])('%s is refused only where private addresses are', (url) => {
    expect(refusalOf(url, { allowPrivate: true })).toBeNull();
    expect(refusalOf(url, { allowPrivate: false })).toBe('blocked_address');
  });
});
