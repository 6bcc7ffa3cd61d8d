import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { TranscriptionList } from '../../../src/shared/transcription/transcription-list.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';

const NOON = Date.parse('2027-03-01T12:00:00.000Z');
const HOUR = 3_600_000;
const names = ['monday', 'tuesday_100%', "wed'nesday", 'ÄPFEL'];
let clock: FakeClock;
let app: QuietApp;

/** One an hour, at addresses with these names. */
beforeAll(async () => {
  clock = createFakeClock(NOON);
  app = await openQuietApp({ clock });
  for (const name of names) {
    const url = `https://example.com/${name}.mp3`;
    Transcription.parse(await app.ask('POST', '/v1/transcriptions', { url }));
    await clock.advance(HOUR);
  }
});
afterAll(() => app.stop());

async function list(filters: Record<string, string>): Promise<string[]> {
  const found = await app.ask('GET', `/v1/transcriptions?${new URLSearchParams(filters)}`);
  return TranscriptionList.parse(found).data.map(({ source }) => source.url.slice(20, -4));
}
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();

describe('the list', () => {
  test('has the newest first', async () => {
    expect(await list({})).toEqual(names.toReversed());
  });

  test('of those created at a time or later, and before another', async () => {
    expect(await list({ created_after: at(2) })).toEqual(['ÄPFEL', "wed'nesday"]);
    expect(await list({ created_before: at(2) })).toEqual(['tuesday_100%', 'monday']);
    expect(await list({ created_after: at(1), created_before: at(2) })).toEqual(['tuesday_100%']);
  });

  test('of those with a part of the address', async () => {
    expect(await list({ q: 'DAY' })).toEqual(["wed'nesday", 'tuesday_100%', 'monday']);
    expect(await list({ q: 'ÄPF' })).toEqual(['ÄPFEL']);
    expect(await list({ q: 'äpfel' })).toEqual(['ÄPFEL']);
    expect(await list({ q: 'apf' })).toEqual(['ÄPFEL']);
  });

  test.each([
    ['%', 'tuesday_100%'],
    ['_', 'tuesday_100%'],
    ["'", "wed'nesday"],
    ["'; DROP TABLE transcriptions;--", undefined],
    ['\\', undefined],
  ])('takes %s as it is written', async (q, found) => {
    expect(await list({ q })).toEqual(found === undefined ? [] : [found]);
  });

  test('of states, and of several filters at once', async () => {
    expect(await list({ status: 'queued,failed', q: 'mon' })).toEqual(['monday']);
    expect(await list({ status: 'completed' })).toEqual([]);
  });

  test.each(['yesterday', '2027-03-01', '2027-03-01T12:00:00+99:00'])(
    'refuses %s as a time',
    async (created_after) => {
      const query = new URLSearchParams({ created_after });
      expect((await app.send('GET', `/v1/transcriptions?${query}`)).status).toBe(400);
    },
  );
});
