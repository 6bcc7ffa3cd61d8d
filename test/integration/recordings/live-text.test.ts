import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFile } from '../../helpers/corpus/audio.ts';
import { inPieces } from '../../helpers/corpus/pieces.ts';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the text of a recording while it is made', () => {
  /** Its first sentence: live text takes a window's work for each second. */
  const said = decodeFile(shortFile).subarray(0, 3.1 * 16_000);

  it('comes in events, provisional until the next pause and firm from then on', async () => {
    const { client } = app;
    const { id } = await client.openRecording({ language: 'en' });
    const over = new AbortController();
    const firm: string[] = [];
    const ids: number[] = [];
    let provisional = 0;
    const following = (async () => {
      for await (const { event } of client.recordingEvents(id, over.signal)) {
        if (event.type !== 'recording_text') continue;
        if (event.from !== firm.length) throw new Error('firm text was repeated or left out');
        firm.push(...event.segments.map(({ text }) => text));
        ids.push(...event.segments.map((segment) => segment.id));
        provisional += event.provisional.length;
      }
    })();
    const pieces = [...inPieces(said), new Uint8Array(64_000), new Uint8Array(64_000)];
    for (const [at, piece] of pieces.entries()) {
      await client.putPiece(id, at, piece);
      // As long as it takes to say it, whatever the machine: until all of it was heard.
      await until(async () => (await client.getLiveText(id)).behind < 1);
    }
    const text = await until(async () => {
      const now = await client.getLiveText(id);
      return now.provisional.length === 0 && now.behind < 1 ? now : null;
    });
    expect(provisional).toBeGreaterThan(0);
    expect(ids).toEqual(ids.map((_, at) => at));
    const { transcription_id } = await client.finishRecording(id);
    await following;
    expect(firm).toEqual(text.segments.map((segment) => segment.text));
    const made = await finished(client, transcription_id ?? '');
    expect(firm.join(' ')).toBe(made.result?.text);
  });
});
