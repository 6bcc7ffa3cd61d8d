/** However large an upload is, only a few parts of it are in memory. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { uploadKey } from '../../../src/main/storage/media-storage.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { openStorage } from '../../helpers/harness/open-storage.ts';
import { startS3Server } from '../../helpers/servers/s3-server.ts';

const MIB = 1024 ** 2;
const SIZE = dose(64, 1024) * MIB;
/** Two parts on their way, one waiting its turn, one gathered, and what the streams hold. */
const MOST = 40 * MIB;

test('an upload is read no faster than it is stored', async () => {
  await using server = await startS3Server({ keeps: false });
  const storage = await openStorage(server.config());
  const key = uploadKey(`file_${'c'.repeat(22)}`);
  const stored = () =>
    [...server.uploads.values()]
      .flatMap(({ parts }) => [...parts.values()])
      .reduce((sum, { bytes }) => sum + bytes, 0);
  let [read, most] = [0, 0];
  const content = Readable.from(
    (function* () {
      for (const chunk = Buffer.alloc(MIB, 3); read < SIZE; ) {
        read += chunk.length;
        most = Math.max(most, read - stored());
        yield chunk;
      }
    })(),
  );
  expect(await storage.put(key, content)).toMatchObject({ bytes: SIZE });
  expect((await storage.find(key))?.bytes).toBe(SIZE);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(MOST);
  storage.close();
});
