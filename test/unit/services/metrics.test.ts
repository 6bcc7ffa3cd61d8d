/** What gathering figures costs, and figures of work that is not over. */
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetricsService } from '../../../src/main/services/metrics/metrics.service.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openCore } from '../../helpers/harness/core.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const START = 1_800_000_000_000;
const clock = createFakeClock(START);
let dataDir: string;
let opened: ReturnType<typeof openCore>;
let metrics: ReturnType<typeof createMetricsService>;
let looks = 0;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  opened = openCore(dataDir, { clock });
  const health = {
    check: async () => Promise.reject(new Error('Nobody asks for this.')),
    ready: async () => {
      looks++;
      return { status: 'not_ready' as const, failed: ['disk' as const] };
    },
  };
  metrics = createMetricsService(opened.core, { health });
  await sql`INSERT INTO transcriptions (id, seq, recording_id, version, status, stage, source_type,
      source_url, options, test, metered, voice_memory, subtitle_token, created_at)
    VALUES ('trs_1', 1, 'trs_1', 1, 'processing', 'transcribing', 'upload', '', '{}', 0, 0, '', '1', ${START - 90_000}),
      ('trs_2', 2, 'trs_2', 1, 'queued', NULL, 'upload', '', '{}', 0, 0, '', '2', ${START - 60_000}),
      ('trs_3', 3, 'trs_3', 1, 'queued', NULL, 'upload', '', '{}', 0, 0, '', '3', ${START - 30_000})`.execute(
    opened.core.db,
  );
  await sql`INSERT INTO events (id, type, url, host, allow_http_loopback, body, status, due_at, created_at, test)
    VALUES ('evt_1', 'transcription.completed', '', 'a', 0, '', 'pending', ${START - 5_000}, ${START}, 0),
      ('evt_2', 'transcription.completed', '', 'a', 0, '', 'pending', ${START + 5_000}, ${START}, 0)`.execute(
    opened.core.db,
  );
});
afterAll(async () => {
  await opened.stop();
  await rm(dataDir, { recursive: true });
});

test('tells what waits, and for how long', async () => {
  const { text } = await metrics.gather();
  const lines = text.split('\n');
  for (const line of [
    'steno_transcriptions{stage="queued"} 2',
    'steno_transcriptions{stage="transcribing"} 1',
    'steno_transcriptions{stage="labeling"} 0',
    'steno_oldest_transcription_age_seconds{stage="queued"} 60',
    'steno_oldest_transcription_age_seconds{stage="transcribing"} 90',
    'steno_webhooks_pending 2',
    'steno_webhook_lag_seconds 5',
    'steno_ready{check="disk"} 0',
    'steno_ready{check="database"} 1',
  ]) {
    expect(lines).toContain(line);
  }
});

test('looks once a second, however many ask', async () => {
  await clock.advance(1_000);
  const before = looks;
  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.gather()));
  expect(looks).toBe(before + 1);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  await clock.advance(999);
  await metrics.gather();
  expect(looks).toBe(before + 1);
  await clock.advance(1);
  await metrics.gather();
  expect(looks).toBe(before + 2);
});
