import { afterAll, beforeAll, expect, it } from 'vitest';
import { noise, SAMPLES_PER_MS } from '../../helpers/corpus/audio.ts';
import { echoes, talkAcross } from '../../helpers/corpus/echoes.ts';
import { inPieces, sendPieces } from '../../helpers/corpus/pieces.ts';
import { blend, interleave } from '../../helpers/corpus/stereo.ts';
import { normalizeWords, wordErrorRate } from '../../helpers/corpus/wer.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function record(here: Int16Array, there: Int16Array) {
  const ms = here.length / SAMPLES_PER_MS;
  const tracks = interleave(
    blend([here, 1], [noise(ms, -60, 1), 1]),
    blend([there, 1], [noise(ms, -75, 2), 1]),
  );
  const { id } = await app.client.openRecording({
    ...{ tracks: ['microphone', 'computer'], speaker: 'Ada', language: 'en', live: false },
  });
  await sendPieces(app.client, id, inPieces(tracks, 2));
  const { transcription_id } = await app.client.finishRecording(id);
  const { result } = await finished(app.client, transcription_id ?? '');
  if (!result) throw new Error('It has no text.');
  return result;
}

it.each(Object.entries(echoes))(
  'what the others say is written once, and as theirs, where its echo %s',
  async (_, echo) => {
    const { here, there, ...said } = talkAcross(6);
    const { text, segments } = await record(blend([here, 1], [echo(there), 1]), there);
    const most = normalizeWords(said.text).length * 1.05;
    expect(normalizeWords(text).length).toBeLessThanOrEqual(most);
    expect(wordErrorRate(said.text, text)).toBeLessThan(0.1);
    const textOf = (isAda: boolean) =>
      segments
        .filter(({ speaker }) => (speaker === 'Ada') === isAda)
        .map((segment) => segment.text)
        .join(' ');
    const wrong = [
      wordErrorRate(said.textHere, textOf(true)),
      wordErrorRate(said.textThere, textOf(false)),
    ];
    expect(Math.max(...wrong)).toBeLessThan(0.12);
  },
);
