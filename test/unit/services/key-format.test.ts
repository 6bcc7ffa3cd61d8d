import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKeyShaped, newKeySecret } from '../../../src/main/services/accounts/key.service.ts';

test('keys say what they are for and differ from each other', () => {
  expect(newKeySecret(false)).toMatch(/^steno_live_[0-9A-Za-z]{36}$/);
  expect(newKeySecret(true)).toMatch(/^steno_test_[0-9A-Za-z]{36}$/);
  const many = new Set(Array.from({ length: 1000 }, () => newKeySecret(false)));
  expect(many.size).toBe(1000);
  expect([...many].every(isKeyShaped)).toBe(true);
});

test('one wrong character anywhere is noticed', () => {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.nat(46), fc.constantFrom(...letters), (at, letter) => {
      const key = newKeySecret(false);
      const typo = key.slice(0, at) + letter + key.slice(at + 1);
      expect(isKeyShaped(typo)).toBe(typo === key);
    }),
  );
});

test.each(['', 'steno_live_', 'x', `${newKeySecret(false)} `, ` ${newKeySecret(true)}`])(
  '%j is no key',
  (text) => {
    expect(isKeyShaped(text)).toBe(false);
  },
);

test('a test key does not become a live one', () => {
  expect(isKeyShaped(newKeySecret(true).replace('_test_', '_live_'))).toBe(false);
});
