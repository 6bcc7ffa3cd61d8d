import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { ApiError, type Client } from '../../../src/shared/client.ts';
import { bytesOfS16, decodeFile, noise } from '../../helpers/corpus/audio.ts';
import { inPieces } from '../../helpers/corpus/pieces.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { startService } from '../../helpers/harness/service-process.ts';

/** Null where the service died before it answered. */
const send = (client: Client, id: string, number: number, piece: Uint8Array<ArrayBuffer>) =>
  client.putPiece(id, number, piece).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    return null;
  });

it(`keeps all that was acknowledged when the service is killed at any moment (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const dataDir = join(await makeTempFolder(), 'data');
  const start = () => startService(dataDir);
  let service = await start();
  let between = 0;
  for (let kills = 0; kills < dose(8, 100); kills++) {
    const pieces = inPieces(noise(12_345, -30, kills + 1));
    const { id } = await service.client.openRecording({ live: false });
    const death = sleep(random() * 120).then(service.kill);
    let isBack = false;
    for (let at = 0; at < pieces.length; ) {
      const answer = await send(service.client, id, at, pieces[at] ?? new Uint8Array());
      if (answer) at = answer.next_piece;
      else {
        await death;
        service = await start();
        isBack = true;
        // The piece under way may be there, or not; all before it are.
        const { next_piece: next, gaps } = await service.client.getRecording(id);
        expect([at, at + 1]).toContain(next);
        expect(gaps).toEqual([]);
      }
    }
    if (isBack) between++;
    await death;
    if (!isBack) service = await start();
    await service.client.finishRecording(id);
    const [made] = (await service.client.listTranscriptions({ limit: 1 })).data;
    const file = join(dataDir, 'files', made?.source.url.replace(/.*\//, '') ?? '');
    const kept = bytesOfS16(decodeFile(file));
    expect(Buffer.concat(pieces).equals(kept)).toBe(true);
  }
  expect(between).toBeGreaterThan(0);
  await service.stop();
});
