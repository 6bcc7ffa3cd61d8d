import { expect, test } from 'vitest';
import {
  mergeSpelling,
  parseSpelling,
  spellingText,
} from '../../../../src/shared/spelling/spelling.ts';

test('lines are read as they are written, whatever the arrow', () => {
  const { list, refused } = parseSpelling('cube ernetes, cubernetes -> Kubernetes\n\n zoe → Zoë ');
  expect(list).toEqual([
    { from: ['cube ernetes', 'cubernetes'], to: 'Kubernetes' },
    { from: ['zoe'], to: 'Zoë' },
  ]);
  expect(refused).toEqual([]);
  expect(parseSpelling(spellingText(list)).list).toEqual(list);
});

test.each(['Kubernetes', '-> Kubernetes', 'a ->', 'a -> b -> c', ', -> b', '!!! -> b'])(
  'the line "%s" is refused as it stands',
  (line) => expect(parseSpelling(line)).toEqual({ list: [], refused: [line] }),
);

test('of two lists the first decides about the same wrong spelling, in any case', () => {
  const merged = mergeSpelling(
    [{ from: ['Zoe'], to: 'Zoë' }],
    [
      { from: ['ZOE', 'zoey'], to: 'Zoey' },
      { from: ['zoe'], to: 'Chloe' },
    ],
  );
  expect(merged).toEqual([
    { from: ['Zoe'], to: 'Zoë' },
    { from: ['zoey'], to: 'Zoey' },
  ]);
});
