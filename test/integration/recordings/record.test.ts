import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFile, wavFile } from '../../helpers/corpus/audio.ts';
import { inPieces, sendPieces } from '../../helpers/corpus/pieces.ts';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { interleave } from '../../helpers/corpus/stereo.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('a recording that is made piece by piece', () => {
  const said = decodeFile(shortFile);

  it('becomes a transcription like that of a file with the same sound', async () => {
    const { client } = app;
    const { id } = await client.openRecording({ title: 'Monday, 9/10', language: 'en' });
    await sendPieces(client, id, inPieces(said));
    const before = await client.getRecording(id);
    expect(before).toMatchObject({ status: 'recording', duration: said.length / 16_000 });

    const over = await client.finishRecording(id);

    expect(over).toMatchObject({ status: 'finished', next_piece: before.next_piece });
    const made = await finished(client, over.transcription_id ?? '');
    expect(made.source.title).toBe('Monday, 9/10');
    expect(made.duration_seconds).toBe(Math.round(said.length / 16_000));
    const file = await client.uploadFile(new Blob([Uint8Array.from(wavFile(said))]), 'same.wav');
    const same = await finished(
      client,
      (await client.createTranscription({ url: file.url, language: 'en' })).id,
    );
    expect(made.result?.segments.map(({ text }) => text)).toEqual(
      same.result?.segments.map(({ text }) => text),
    );
    expect((await client.finishRecording(id)).transcription_id).toBe(over.transcription_id);
    expect((await client.listRecordings()).data).toEqual([]);
  });

  it('keeps microphone and computer apart as speakers', async () => {
    const { client } = app;
    const half = said.length >> 1;
    const mine = Int16Array.from(said, (value, at) => (at < half ? value : 0));
    const others = Int16Array.from(said, (value, at) => (at < half ? 0 : value));
    const { id } = await client.openRecording({
      tracks: ['microphone', 'computer'],
      speaker: 'Ada',
      language: 'en',
    });
    await sendPieces(client, id, inPieces(interleave(mine, others), 2));
    const { transcription_id } = await client.finishRecording(id);
    const made = await finished(client, transcription_id ?? '');
    expect(made.source.tracks.map(({ title }) => title)).toEqual(['Ada', null]);
    expect(made.result?.speakers.map(({ name, label }) => name ?? label)).toEqual([
      'Ada',
      'Speaker 2',
    ]);
  });

  it('highlights the moments that were marked, and tells of gaps', async () => {
    const { client } = app;
    const { id } = await client.openRecording({ language: 'en' });
    const pieces = inPieces(said);
    await sendPieces(client, id, pieces);
    const { duration } = await client.getRecording(id);
    await client.markMoment(id, { at: 1, comment: 'first' });
    const tail = pieces[0] ?? new Uint8Array();
    await client.putPiece(id, pieces.length, tail, { at: duration + 3 });
    const { gaps } = await client.getRecording(id);
    expect(gaps).toEqual([{ start: duration, end: duration + 3, track: null }]);
    const { transcription_id } = await client.finishRecording(id);
    const made = await finished(client, transcription_id ?? '');
    expect(made.warnings.map(({ code }) => code)).toContain('recording_gaps');
    const marked = await until(async () => (await client.listHighlights(made.id)).data[0]);
    expect(marked.comment).toBe('first');
  });
});
