import { expect, test } from 'vitest';
import { redoKeys, withCommand } from '../../../src/renderer/src/text/keyboard.ts';

test.each([
  ['MacIntel', '⌘Z', '⇧⌘Z'],
  ['iPad', '⌘Z', '⇧⌘Z'],
  ['Win32', 'Ctrl Z', 'Ctrl Y'],
  ['Linux x86_64', 'Ctrl Z', 'Ctrl Y'],
])('shortcuts are called as the keyboard of %s has them', (platform, undo, redo) => {
  expect(withCommand('Z', platform)).toBe(undo);
  expect(redoKeys(platform)).toBe(redo);
});
