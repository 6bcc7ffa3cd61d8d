import { expect, test } from 'vitest';
import { LlmServerInput, reachOf } from '../../../src/shared/llm.ts';

const isAccepted = (base_url: string) =>
  LlmServerInput.safeParse({ kind: 'openai', base_url }).success;

test.each([
  'http://example.com',
  'http://203.0.113.7:11434',
  'http://172.32.0.1',
  'http://127.0.0.1.example.com',
  'http://[2001:db8::1]:8080',
  'ftp://127.0.0.1',
  'http://user:password@127.0.0.1',
  'https://example.com/?a=b',
  '127.0.0.1:11434',
])('what was said is never sent to %s', (address) => {
  expect(isAccepted(address)).toBe(false);
});

test.each([
  'http://localhost:11434',
  'http://nas:8080',
  'http://nas.local:8080',
  'http://10.1.2.3',
  'http://192.168.1.20:1234/v1',
  'http://[::1]:8080',
  'https://api.example.com/v1',
])('a language model may be at %s', (address) => {
  expect(isAccepted(address)).toBe(true);
});

test.each([
  ['http://localhost:11434', 'machine'],
  ['http://127.0.0.1:8080/v1', 'machine'],
  ['https://[::1]', 'machine'],
  ['http://nas:8080', 'network'],
  ['https://192.168.1.20', 'network'],
  ['https://api.example.com/v1', 'internet'],
  ['https://127.0.0.1.example.com', 'internet'],
  ['https://notlocalhost.example', 'internet'],
  ['somewhere', null],
])('a person is told how far %s is', (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});
