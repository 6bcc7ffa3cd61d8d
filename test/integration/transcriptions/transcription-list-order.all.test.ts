import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranscriptionSort } from '../../../src/shared/transcription/transcription-list.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

/** In the order they are made; none of them can be fetched, which is over soonest. */
const NAMES = ['b.mp3', 'C.mp3', 'Ä.mp3', 'b.mp3', 'd.mp3'];

let app: TestApp;
const made: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  for (const name of NAMES) {
    const file = await app.client.uploadFile(new Blob([`not sound: ${name}`]), name);
    const { id } = await app.client.createTranscription({ url: file.url });
    await finished(app.client, id);
    made.push(id);
  }
});
afterAll(() => app.stop());

/** All pages of two, one after the other. */
async function pages(sort: TranscriptionSort): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await app.client.listTranscriptions({ limit: 2, sort, ...(cursor && { cursor }) });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

describe('a list in another order', () => {
  test.each<[TranscriptionSort, number[]]>([
    ['newest', [4, 3, 2, 1, 0]],
    ['oldest', [0, 1, 2, 3, 4]],
    // Capitals and accents make no difference, and of the same title the older stands first.
    ['title', [2, 0, 3, 1, 4]],
    // None has a length, so that the newer stands first.
    ['longest', [4, 3, 2, 1, 0]],
  ])('%s', async (sort, order) => {
    expect(await pages(sort)).toEqual(order.map((place) => made[place]));
  });

  test('a cursor belongs to its order', async () => {
    const { next_cursor } = await app.client.listTranscriptions({ limit: 1, sort: 'title' });
    await expect(
      app.client.listTranscriptions({ sort: 'oldest', cursor: next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_request', param: 'cursor' });
  });
});
