import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactly, readAtMost } from '../../../src/main/core/limited-bytes.ts';

const content = (sizes: readonly number[]) =>
  (async function* () {
    for (const size of sizes) yield Buffer.alloc(size, 1);
  })();
const refuse = (came: string) => new Error(came);

async function passed(sizes: readonly number[], announced: number) {
  let bytes = 0;
  try {
    for await (const chunk of exactly(content(sizes), announced, refuse)) bytes += chunk.length;
    return { bytes, refused: null };
  } catch (error) {
    return { bytes, refused: (error as Error).message };
  }
}

test('as many bytes as were announced pass, and never more', async () => {
  const sizes = fc.array(fc.nat({ max: 40 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: 400 }), async (given, announced) => {
      const sum = given.reduce((all, size) => all + size, 0);
      const { bytes, refused } = await passed(given, announced);
      expect(refused).toBe(sum === announced ? null : sum > announced ? 'more' : 'fewer');
      expect(bytes).toBeLessThanOrEqual(announced);
      if (refused !== 'more') expect(bytes).toBe(sum);
    }),
  );
});

test('a sender without end is left at the first byte too many', async () => {
  let sent = 0;
  let isLeft = false;
  const endless = (async function* () {
    try {
      for (;;) {
        sent += 100;
        yield Buffer.alloc(100);
      }
    } finally {
      isLeft = true;
    }
  })();
  const read = async () => {
    for await (const _ of exactly(endless, 1000, refuse));
  };
  await expect(read()).rejects.toThrow('more');
  expect([sent, isLeft]).toEqual([1100, true]);
});

test('a small body is read, and one that is larger is left', async () => {
  expect(String(await readAtMost(content([3, 0, 4]), 7))).toBe('\x01'.repeat(7));
  expect(await readAtMost(content([3, 0, 5]), 7)).toBeNull();
});
