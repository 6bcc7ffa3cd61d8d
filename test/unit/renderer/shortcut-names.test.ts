import { expect, test } from 'vitest';
import { keyName } from '../../../src/renderer/src/keys/key-matching.ts';

test.each([
  ['MacIntel', '⌘Z', '⇧⌘Z'],
  ['iPad', '⌘Z', '⇧⌘Z'],
  ['Win32', 'Ctrl Z', 'Ctrl Shift Z'],
  ['Linux x86_64', 'Ctrl Z', 'Ctrl Shift Z'],
])('shortcuts are called as the keyboard of %s has them', (platform, undo, redo) => {
  expect(keyName('Mod+Z', platform)).toBe(undo);
  expect(keyName('Mod+Shift+Z', platform)).toBe(redo);
});
