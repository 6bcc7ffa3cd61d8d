import { expect, test } from 'vitest';
import { filesBelow, read } from '../../../scripts/source-files.ts';

/** What src/renderer/src/styles has a name for: colors, pixels, and lengths (also shares of the window) in a class's brackets. */
const UNNAMED = [
  /#[\da-f]{3,8}\b/i,
  /\dpx\b/,
  /\[[^\]\s]*\d(?:r?em|ch|d?v[hw])\b/,
  /\b(?:bg|text|border|fill|stroke)-(?:black|white|(?:slate|gray|zinc|stone|red|amber|green|teal|blue)-\d)/,
];

test('components name their colors and lengths by the scale of the styles', () => {
  const found = filesBelow('src/renderer/src').flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => UNNAMED.some((unnamed) => unnamed.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
