import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { boxOf, replaceBox } from '../../helpers/corpus/mp4-boxes.ts';
import { type Decoding, prepareDecoding } from '../../helpers/harness/media-decode.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';

const TONE = ['-f', 'lavfi', '-i', 'sine=440:r=44100:d=2', '-c:a', 'aac'];

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
};
const dref = (entry: Buffer) => boxOf('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry);

/** QuickTime's reference by URL, and its alias, whose path stands behind 150 bytes about the volume. */
const byUrl = (url: string) => dref(boxOf('url ', Buffer.alloc(4), Buffer.from(`${url}\0`)));
const byAlias = (path: string) =>
  dref(
    boxOf(
      'alis',
      Buffer.alloc(4 + 150),
      numbers(2, path.length + (path.length % 2)),
      Buffer.from(path.padEnd(path.length + (path.length % 2), '\0')),
      numbers(0xffff, 0),
    ),
  );

/** A recording whose sound, it says, is elsewhere. */
async function refer(decoding: Decoding, reference: Buffer): Promise<void> {
  await decoding.make(...TONE, 'own.mov');
  const own = await readFile(decoding.file('own.mov'));
  await writeFile(
    decoding.file('refers.mov'),
    replaceBox(own, 'dref', () => reference),
  );
}

it('plays what is in a mov itself, whatever address it names', async () => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const decoding = await prepareDecoding();
  await refer(decoding, byUrl(`http://127.0.0.1:${canary.port}/a.aac`));
  await expect(decoding.decode('refers.mov')).resolves.toMatchObject({ channels: 1 });
  expect(canary.connections()).toBe(0);
});

it('opens no file that a mov names', async () => {
  const decoding = await prepareDecoding();
  await decoding.make('-f', 'lavfi', '-i', 'sine=880:r=44100:d=9', '-c:a', 'aac', 'other.mov');
  await refer(decoding, byAlias(decoding.file('other.mov')));
  await expect(decoding.decode('refers.mov')).rejects.toMatchObject({ code: 'unsupported_media' });
  expect(await decoding.files()).toEqual(['other.mov', 'own.mov', 'refers.mov']);
});

it.each(['subfile,,start,0,end,9,,:x.wav', 'concat:a|b.wav', 'http:x.wav', '-i.wav', 'pipe:0'])(
  'takes the name %j for nothing but a name',
  async (name) => {
    const decoding = await prepareDecoding();
    await decoding.make('-f', 'lavfi', '-i', 'sine=440:d=1', 'plain.wav');
    await copyFile(decoding.file('plain.wav'), decoding.file(name));
    await expect(decoding.decode(name)).resolves.toMatchObject({ durationMs: 1000 });
  },
);
