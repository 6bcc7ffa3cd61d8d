/** A result says what it was made with: each version of a recording for itself, older ones not at all. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { expect, test } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { demoModel } from '../../helpers/engines/engine.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';

const MODEL = readFileSync(demoModel);
const sha256 = createHash('sha256').update(MODEL).digest('hex');

test('the engine, the model with its digest, and the device, of every version', async () => {
  const dataDir = await makeTempFolder();
  const [older = ''] = await storeTranscripts(dataDir, [{ title: 'Older', windows: [['Hello.']] }]);
  const app = await startTestApp({ dataDir });
  try {
    const { url } = await app.client.uploadFile(new Blob([new Uint8Array(shortBytes())]), 'a.mp3');
    const { id } = await app.client.createTranscription({ url });
    const first = await finished(app.client, id);
    expect(first.result?.provenance).toEqual({
      engine: expect.stringMatching(/^Steno \d+\.\d+\.\d+\S*, whisper\.cpp \d+\.\d+\.\d+$/),
      model: { name: 'demo', sha256 },
      device: { id: 'cpu', name: cpus()[0]?.model.trim() },
      other_models: [],
    });
    expect(first.result?.segments.filter(({ model }) => model !== undefined)).toEqual([]);

    const altered = Buffer.concat([MODEL]);
    altered.writeUInt8(altered.readUInt8(5_000_000) ^ 1, 5_000_000);
    const options = { filename: 'ggml-mine.bin', confirmed: true };
    await app.client.importModel(new Blob([new Uint8Array(altered)]), options);
    const again = await app.client.transcribeAgain(id, { model: 'mine' });
    const second = await finished(app.client, again.id);
    expect(second.result?.provenance?.model.name).toBe('mine');
    expect(second.result?.provenance?.model.sha256).not.toBe(sha256);
    const kept = await app.client.getTranscription(id);
    expect(kept.result?.provenance).toEqual(first.result?.provenance);

    const { result } = await app.client.getTranscription(older);
    expect(result?.segments).toHaveLength(1);
    expect(result).not.toHaveProperty('provenance');
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true });
  }
});
