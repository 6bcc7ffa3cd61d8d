import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/renderer/src/text/error-advice.ts';
import { formatTimeLeft } from '../../../src/renderer/src/text/format.ts';
import { originOf } from '../../../src/renderer/src/text/origin.ts';
import { testText } from '../../../src/renderer/src/text/webhooks.ts';
import { ERROR_CODES, ERRORS } from '../../../src/shared/error-catalogue.ts';
import { formatBytes } from '../../../src/shared/size.ts';
import { fileStem, titleOf } from '../../../src/shared/transcription/title.ts';
import type { WebhookTestResult } from '../../../src/shared/webhooks.ts';

test.each([
  [3, 'a few seconds left'],
  [12, '15 s left'],
  [50, '50 s left'],
  [58, '1 min left'],
  [95, '2 min left'],
  [3600, '1 h left'],
  [5400, '1 h 30 min left'],
])('%i seconds are “%s”', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [17_200_000, '17 MB'],
  [1_500_000_000, '1.5 GB'],
  [3_020_000_000, '3 GB'],
  [12_400_000_000, '12 GB'],
])('%i bytes are “%s”', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each<[WebhookTestResult['outcome'], number | null, string]>([
  ['ok', 204, 'The test was delivered (204) after 8 ms.'],
  ['http', 307, 'The test failed after 8 ms: refused (307).'],
  ['connection_error', null, 'The test failed after 8 ms: could not connect.'],
])('a test of a webhook that ends as %s is told in a sentence', (outcome, status_code, text) => {
  const ids = { event_id: 'evt_1', delivery_id: 'a' };
  expect(testText({ ...ids, outcome, status_code, latency_ms: 8 })).toBe(text);
});

describe('a recording is named', () => {
  test.each([
    ['Garden talk', 'https://example.com/a.mp3', 'Garden talk'],
    [null, 'https://example.com/talks/Garden%20talk.mp3?x=1', 'Garden talk'],
    ['Interview.MP3', 'https://example.com/', 'Interview'],
    ['Version 2.0', 'https://example.com/', 'Version 2.0'],
    ['.mp3', 'https://example.com/', '.mp3'],
    [null, 'https://www.youtube.com/watch?v=x1', 'www.youtube.com/watch?v=x1'],
    [null, 'https://example.com/100%25%zz.mp3', '100%25%zz'],
    [null, 'https://example.com/', 'https://example.com/'],
  ])('title %s, address %s: %s', (title, url, name) => {
    expect(titleOf({ title, url })).toBe(name);
  });

  test('with the host it came from, or as a file', () => {
    expect(originOf({ type: 'url', url: 'https://example.com:8443/a.mp3' })).toBe(
      'example.com:8443',
    );
    expect(originOf({ type: 'upload', url: 'anything' })).toBe('File');
  });
});

test.each([
  ['Garden talk.mp3', 'Garden talk'],
  ['a/b\\c:d*e?.wav', 'a b c d e'],
  ['.mp3', 'transcript'],
  ['Version 1.25', 'Version 1.25'],
  ['../../etc/passwd', 'etc passwd'],
  ['CON.mp3', '_CON'],
  ['evil\u202excod.exe', 'evilxcod'],
  ['日'.repeat(200), '日'.repeat(60)],
])('“%s” is saved as “%s”', (title, stem) => {
  expect(fileStem(title)).toBe(stem);
});

test('every error is explained in whole sentences', () => {
  for (const code of ERROR_CODES) {
    expect(explain({ code, message: ERRORS[code].message })).toMatch(/^[A-Zf].*[.?]$/s);
  }
});
