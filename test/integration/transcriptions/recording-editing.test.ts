import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleBytes, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { ask, startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let origin: Origin;
let transcribed: Transcription;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/sample.mp3': sampleBytes() });
  transcribed = await transcribe(app.keyClient, { url: `${origin.url}/sample.mp3` });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

const now = () => app.client.getTranscription(transcribed.id);
const segment = (transcription: Transcription, id: number) => {
  const found = transcription.result?.segments[id];
  if (!found) throw new Error(`There is no segment ${id}.`);
  return found;
};

describe('an edited text', () => {
  test('is in the segment, the whole text, the structure, the subtitles and the search', async () => {
    const [first, ...rest] = segment(transcribed, 0).words;
    const text = ['Xylophonia', ...rest.map((word) => word.text)].join(' ');
    const { revision } = transcribed;
    const edited = await app.keyClient.editSegments(transcribed.id, {
      revision,
      segments: [{ id: 0, text }],
    });
    expect(edited.revision).toBeGreaterThan(revision);
    expect(edited.segments).toMatchObject([{ id: 0, text, edited: true }]);
    expect(edited.segments[0]?.words.slice(1)).toEqual(rest);
    expect(edited.segments[0]?.words[0]).toMatchObject({
      start: first?.start,
      end: first?.end,
      confidence: 1,
    });

    const after = await now();
    expect(after.revision).toBe(edited.revision);
    expect(after.result?.text.startsWith(text)).toBe(true);
    expect(after.result?.structured?.paragraphs[0]?.text).toContain('Xylophonia');
    expect(after.result?.structured).toEqual(edited.structured);
    const subtitles = await ask(after.result?.subtitles.vtt ?? '');
    expect(subtitles.body).toContain('Xylophonia');
    const { data } = await app.client.search({ q: 'xylophonia' });
    expect(data).toMatchObject([{ transcription_id: transcribed.id, segment_id: 0 }]);
  });

  test('says which words a person has found right, until that is taken back', async () => {
    const confirm = async (confirmed_words: number[]) => {
      const { revision } = await now();
      const edit = { revision, segments: [{ id: 1, confirmed_words }] };
      const { segments } = await app.keyClient.editSegments(transcribed.id, edit);
      return segments[0]?.words.flatMap(({ confirmed }, at) => (confirmed ? [at] : []));
    };
    expect(await confirm([0, 2])).toEqual([0, 2]);
    expect(segment(await now(), 1)).toMatchObject({
      edited: false,
      text: segment(transcribed, 1).text,
    });
    expect(await confirm([])).toEqual([]);
  });

  test('can be restored to the original', async () => {
    const { revision } = await now();
    const restored = await app.client.editSegments(transcribed.id, {
      revision,
      segments: [{ id: 0, original: true }],
    });
    expect(restored.segments).toEqual([segment(transcribed, 0)]);
    expect((await now()).result).toEqual(transcribed.result);
  });

  test('that is empty leaves the transcript, and comes back', async () => {
    const without = await app.client.editSegments(transcribed.id, {
      revision: (await now()).revision,
      segments: [{ id: 0, text: '  ' }],
    });
    expect(without.segments).toMatchObject([{ text: '', words: [], edited: true }]);
    const { result } = await now();
    expect(result?.text.startsWith(segment(transcribed, 1).text)).toBe(true);
    expect((await ask(result?.subtitles.srt ?? '')).status).toBe(200);
    await app.client.editSegments(transcribed.id, {
      revision: without.revision,
      segments: [{ id: 0, original: true }],
    });
    expect((await now()).result).toEqual(transcribed.result);
  });
});

describe('a speaker', () => {
  test('can be a new speaker, or an existing one', async () => {
    const known = transcribed.result?.speakers.map(({ label }) => label) ?? [];
    const number = known.length + 1;
    const added = await app.client.editSegments(transcribed.id, {
      revision: (await now()).revision,
      segments: [{ id: 1, speaker_id: number }],
    });
    expect(added.speakers.map(({ label }) => label)).toEqual([...known, `Speaker ${number}`]);
    expect((await now()).speaker_count).toBe(number);
    const named = await app.client.renameSpeaker(transcribed.id, number, { name: 'Anna' });
    expect(named.revision).toBeGreaterThan(added.revision);
    expect(segment(named, 1)).toMatchObject({ speaker: 'Anna', speaker_id: number });
    const back = await app.client.editSegments(transcribed.id, {
      revision: named.revision,
      segments: [{ id: 1, speaker_id: 1 }],
    });
    expect(back.speakers.map(({ label }) => label)).toEqual(known);
  });
});

describe('an edit is refused', () => {
  test('when it is based on an older text, and changes nothing', async () => {
    const before = await now();
    const edit = { revision: before.revision - 1, segments: [{ id: 0, text: 'Late.' }] };
    await expect(app.client.editSegments(transcribed.id, edit)).rejects.toMatchObject({
      status: 409,
      code: 'edited_elsewhere',
    });
    expect(await now()).toEqual(before);
  });

  test('when one of its segments does not exist or comes twice, and changes nothing', async () => {
    const before = await now();
    const { revision } = before;
    for (const second of [99_999, 0]) {
      const segments = [
        { id: 0, text: 'One.' },
        { id: second, text: 'Two.' },
      ];
      await expect(
        app.client.editSegments(transcribed.id, { revision, segments }),
      ).rejects.toMatchObject({ status: 400 });
    }
    await expect(
      app.client.editSegments(transcribed.id, { revision, segments: [{ id: 0, speaker_id: 9 }] }),
    ).rejects.toMatchObject({ status: 400 });
    expect(await now()).toEqual(before);
  });

  test('of a transcription that is not completed', async () => {
    const failed = await transcribe(app.client, { url: `${origin.url}/missing.mp3` });
    const edit = { revision: failed.revision, segments: [{ id: 0, text: 'Early.' }] };
    await expect(app.client.editSegments(failed.id, edit)).rejects.toMatchObject({
      code: 'wrong_state',
    });
  });
});
