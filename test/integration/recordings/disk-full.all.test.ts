import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noise } from '../../helpers/corpus/audio.ts';
import { inPieces } from '../../helpers/corpus/pieces.ts';
import { finished, startTestApp } from '../../helpers/harness/app.ts';
import { canMakeDisk, makeDisk } from '../../helpers/harness/small-disk.ts';

test.runIf(canMakeDisk)(
  'a full disk keeps what was recorded, and takes the rest when there is room',
  async () => {
    const disk = await makeDisk(300);
    onTestFinished(disk.remove);
    const app = await startTestApp({ dataDir: join(disk.path, 'data') });
    onTestFinished(() => app.stop());
    const { client } = app;
    const pieces = inPieces(noise(5000, -40));
    const { id } = await client.openRecording({ live: false });
    const put = (number: number) =>
      client.putPiece(id, number, pieces[number] ?? new Uint8Array()).then(
        ({ next_piece: next }) => next,
        (error: { code?: string }) => error.code,
      );
    expect([await put(0), await put(1)]).toEqual([1, 2]);
    disk.fill(100);
    expect(await put(2)).toBe('disk_full');
    expect(await client.getRecording(id)).toMatchObject({ next_piece: 2, duration: 2 });
    // Others may fill it to the last byte.
    disk.fill(0);
    expect(await put(2)).toBe('disk_full');
    await expect(client.finishRecording(id)).rejects.toMatchObject({ code: 'disk_full' });
    expect(await client.getRecording(id)).toMatchObject({ next_piece: 2, duration: 2 });
    await disk.makeRoom();
    const { transcription_id } = await client.finishRecording(id);
    const made = await finished(client, transcription_id ?? '');
    expect(made.duration_seconds).toBe(2);
  },
);
