import { expect, test } from 'vitest';
import { parseLinks } from '../../../src/renderer/src/pages/library/add/parse-links.ts';
import { otherLink } from '../../../src/shared/sources/link-in-text.ts';

test('links are separated by any white space', () => {
  expect(parseLinks(' https://a.org/1.mp3\nhttp://b.org/2.mp3\t https://c.org/3 ').links).toEqual([
    'https://a.org/1.mp3',
    'http://b.org/2.mp3',
    'https://c.org/3',
  ]);
});

test('a link pasted twice is one link', () => {
  expect(parseLinks('https://a.org/1.mp3 https://a.org/1.mp3').links).toHaveLength(1);
});

test('a link without its beginning is taken as https', () => {
  expect(parseLinks('example.com/talk.mp3').links).toEqual(['https://example.com/talk.mp3']);
  expect(parseLinks('müller.example/lied.mp3').links).toEqual(['https://müller.example/lied.mp3']);
});

test.each([
  ['www.example.com', 'https://www.example.com'],
  ['youtu.be/x', 'https://youtu.be/x'],
  ['example.org', 'https://example.org'],
])('%s is the link %s', (text, link) => {
  expect(parseLinks(text)).toEqual({ links: [link], rejected: [] });
});

test.each(['hello', 'talk.mp3', 'file:///etc/passwd', 'javascript:alert(1)', 'https://', '-x'])(
  '%s is no link',
  (text) => expect(parseLinks(text)).toEqual({ links: [], rejected: [text] }),
);

test('a link of another kind is called that', () => {
  expect(otherLink('ftp://example.com/talk.mp3')).toBe(
    'Links that begin with ftp:// are not supported, only http:// and https://.',
  );
  for (const text of ['hello', 'https://', 'talk.mp3', 'C:\\talk.mp3', 'javascript:alert(1)']) {
    expect(otherLink(text)).toBe(null);
  }
});

test('words around a link are passed over', () => {
  expect(parseLinks('Listen to this: https://a.org/1.mp3 it is great')).toEqual({
    links: ['https://a.org/1.mp3'],
    rejected: [],
  });
});

test('a line without a link is refused as a whole', () => {
  expect(parseLinks('https://a.org/1.mp3\r\nthe second talk\r\n')).toEqual({
    links: ['https://a.org/1.mp3'],
    rejected: ['the second talk'],
  });
});

test('an empty box has neither', () => {
  expect(parseLinks(' \n ')).toEqual({ links: [], rejected: [] });
});
