/** What holds after any fault, once the service was started again, did its work and was stopped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { expect } from 'vitest';
import { z } from 'zod';
import { ownEntries } from '../../../src/main/repositories/folder/data-folder.ts';
import { strangersAmong } from '../../../src/main/repositories/folder/startup-checks.ts';
import { casefold } from '../../../src/shared/casefold.ts';
import type { ReceivedWebhook } from '../servers/webhook-receiver.ts';
import { type Told, WINDOWS_OF_DELETED } from './day.ts';

const MAX_ATTEMPTS = 6;
/** What a lane transcribes, and what it transcribed before, while its end is still on its way to the database. */
const LOST_A_LANE = 2;
const RETRY_DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * 60_000);

type Seen = {
  dataDir: string;
  told: Told;
  received: readonly ReceivedWebhook[];
  /** The folder that finished recordings are exported into. */
  texts: string;
  /** How many windows the engines were given. */
  transcribed?: number;
  /** How often the service was started. */
  starts: number;
  /** How many windows are transcribed at once. */
  lanes?: number;
};

/** The words of a transcript with their times, to compare what was transcribed undisturbed with what was not. */
export type Words = { start_ms: number; text: string; words: string }[];

/** Checks everything, and fails with the number of the violated invariant. */
export function assertInvariants(seen: Seen): void {
  const sqlite = new BetterSqlite(join(seen.dataDir, 'steno.db'), { readonly: true });
  sqlite.function('fold', (text) => (text === null ? null : casefold(String(text))));
  try {
    expectSound(sqlite);
    expectNothingLost(sqlite, seen.told);
    expectEnded(sqlite, seen.told);
    expectWhole(sqlite, seen.dataDir);
    expectEvents(sqlite, seen.received);
    expectBalance(sqlite);
    expectTidy(sqlite, seen);
    expectExported(sqlite, seen);
  } finally {
    sqlite.close();
  }
  expectNoSecret(seen);
}

/** The words of a transcription as they lie in a stopped service's database. */
export function wordsOf(dataDir: string, id: string): Words {
  const sqlite = new BetterSqlite(join(dataDir, 'steno.db'), { readonly: true });
  try {
    return sqlite
      .prepare(
        'SELECT start_ms, text, words FROM segments WHERE transcription_id = ? ORDER BY window_idx, idx',
      )
      .all(id) as Words;
  } finally {
    sqlite.close();
  }
}

/** I11. */
function expectSound(sqlite: Database): void {
  expect(sqlite.pragma('integrity_check', { simple: true }), 'I11').toBe('ok');
  expect(sqlite.pragma('foreign_key_check'), 'I11').toEqual([]);
  // The search finds every existing text, and no other.
  const rows = sqlite.prepare(
    `SELECT (SELECT COUNT(*) FROM search) - (SELECT COUNT(*) FROM segments)
       - (SELECT COUNT(*) FROM transcriptions) AS more`,
  );
  expect(rows.pluck().get(), 'I11: the index of the search').toBe(0);
}

/** I1: what was acknowledged is stored, unless its deletion was requested. */
function expectNothingLost(sqlite: Database, { created, deleted, uploads }: Told): void {
  const ids = new Set(sqlite.prepare('SELECT id FROM transcriptions').pluck().all());
  for (const [name, id] of created) {
    if (!deleted.has(id)) expect(ids.has(id), `I1: "${name}" is there`).toBe(true);
  }
  const files = new Set(sqlite.prepare(`SELECT 'steno://files/' || id FROM files`).pluck().all());
  for (const [name, url] of uploads) {
    const isDeleted = deleted.has(created.get(name) ?? '');
    if (!isDeleted) expect(files.has(url), `I1: the upload of "${name}" is there`).toBe(true);
  }
  const strange = [...ids].filter((id) => ![...created.values()].includes(String(id)));
  expect(strange, 'I1: nothing was created twice').toEqual([]);
}

/** I2: everything is over, and stays as it was seen to end. */
function expectEnded(sqlite: Database, { over }: Told): void {
  const rows = sqlite.prepare('SELECT id, status FROM transcriptions').all() as {
    id: string;
    status: string;
  }[];
  for (const { id, status } of rows) {
    expect(['completed', 'failed'], `I2: ${id} is over`).toContain(status);
    expect(over.get(id) ?? status, `I2: ${id} stays over`).toBe(status);
  }
}

/** I3: what is completed is whole, with its words, its structure and its recording; what failed has left nothing. */
function expectWhole(sqlite: Database, dataDir: string): void {
  const Row = z.object({
    id: z.string(),
    status: z.string(),
    media_type: z.string().nullable(),
    open: z.number(),
    windows: z.number(),
    segments: z.number(),
    structured: z.number(),
  });
  const rows = sqlite
    .prepare(
      `SELECT id, status, media_type,
         (SELECT COUNT(*) FROM windows WHERE transcription_id = t.id AND NOT done) AS open,
         (SELECT COUNT(*) FROM windows WHERE transcription_id = t.id) AS windows,
         (SELECT COUNT(*) FROM segments WHERE transcription_id = t.id) AS segments,
         (SELECT COUNT(*) FROM structured WHERE transcription_id = t.id) AS structured
       FROM transcriptions t`,
    )
    .all()
    .map((row) => Row.parse(row));
  for (const row of rows) {
    const media = join(dataDir, 'recordings', row.id, 'media');
    if (row.status === 'completed') {
      const { open, structured } = row;
      expect({ open, structured }, `I3: ${row.id} is whole`).toEqual({ open: 0, structured: 1 });
      expect(row.windows, `I3: ${row.id} was heard`).toBeGreaterThan(0);
      expect(row.segments, `I3: ${row.id} has words`).toBeGreaterThan(0);
      expect(row.media_type !== null, `I3: ${row.id} is kept to be heard`).toBe(existsSync(media));
    } else expect(existsSync(media), `I3: ${row.id} has left nothing`).toBe(false);
  }
}

const Attempt = z.object({
  id: z.string(),
  event_id: z.string(),
  attempt: z.number(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  outcome: z.string(),
});

/** I4, I5 and I6: one event for each end that asked for one, and every attempt of it by the schedule. */
function expectEvents(sqlite: Database, received: readonly ReceivedWebhook[]): void {
  const without = sqlite.prepare(
    `SELECT t.id FROM transcriptions t LEFT JOIN events e ON e.transcription_id = t.id
     WHERE (json_extract(options, '$.webhook_url') IS NULL) != (e.id IS NULL)`,
  );
  expect(without.pluck().all(), 'I4').toEqual([]);
  const attempts = sqlite
    .prepare('SELECT * FROM deliveries ORDER BY event_id, attempt')
    .all()
    .map((row) => Attempt.parse(row));
  const known = new Map(attempts.map((attempt) => [attempt.id, attempt.event_id]));
  for (const [event, rows] of Map.groupBy(attempts, ({ event_id }) => event_id)) {
    expect(
      rows.map(({ attempt }) => attempt),
      `I5: ${event}`,
    ).toEqual(rows.map((_, i) => i + 1));
    expect(rows.length, `I5: ${event}`).toBeLessThanOrEqual(MAX_ATTEMPTS);
    expect(
      rows.map(({ outcome }) => outcome),
      `I5: ${event} is not left midway`,
    ).not.toContain('sending');
    expect(
      rows.slice(0, -1).map(({ outcome }) => outcome),
      `I6: ${event}`,
    ).not.toContain('ok');
    for (const [index, { started_at }] of rows.slice(1).entries()) {
      const gap = started_at - (rows[index]?.ended_at ?? Number.NaN);
      expect(gap, `I5: ${event}`).toBeGreaterThanOrEqual(RETRY_DELAYS_MS[index] ?? Number.NaN);
    }
  }
  const ids = received.map(({ headers }) => String(headers['x-service-delivery']));
  expect(new Set(ids).size, 'I5: no id twice').toBe(ids.length);
  const sent = received.map(({ body }, index) => ({ event: known.get(ids[index] ?? ''), body }));
  // The events of deleted transcriptions are gone as well.
  for (const [event, requests] of Map.groupBy(sent, (request) => request.event)) {
    if (event !== undefined) expect(new Set(requests.map(({ body }) => body)).size, 'I5').toBe(1);
  }
}

/** Nothing is held for what is over, and what was charged is what the transcriptions say they cost. */
function expectBalance(sqlite: Database): void {
  const uneven = sqlite.prepare(
    `SELECT transcription_id FROM ledger WHERE transcription_id IS NOT NULL GROUP BY transcription_id
     HAVING SUM(points) FILTER (WHERE kind IN ('reserve', 'release')) != 0
       OR COALESCE(SUM(points) FILTER (WHERE kind = 'settle'), 0) != COALESCE(-(SELECT points_spent
         FROM transcriptions WHERE id = transcription_id AND status = 'completed'), 0)`,
  );
  expect(uneven.pluck().all(), 'the ledger').toEqual([]);
}

/** I7 and I9: nothing is on the disk that no row knows, nor half written, and no work was done twice for nothing. */
function expectTidy(
  sqlite: Database,
  { dataDir, told, transcribed, starts, lanes = 1 }: Seen,
): void {
  const entries = ownEntries(dataDir);
  expect(strangersAmong(sqlite, entries), 'I9').toEqual([]);
  expect(sqlite.prepare('SELECT * FROM removals').all(), 'I9').toEqual([]);
  expect(
    entries.filter(({ folder }) => folder === 'work'),
    'I9',
  ).toEqual([]);
  const all = readdirSync(dataDir, { recursive: true }).map(String);
  expect(
    all.filter((name) => /\.part(?:\.json)?$/.test(name)),
    'I9',
  ).toEqual([]);
  if (transcribed === undefined) return;
  const kept = Number(sqlite.prepare('SELECT COUNT(*) FROM windows').pluck().get());
  const deleted = told.deleted.size * WINDOWS_OF_DELETED;
  expect(transcribed - kept - deleted, 'I7').toBeLessThanOrEqual(
    (starts - 1) * lanes * LOST_A_LANE,
  );
}

/** I13: each finished recording has its file once, complete, under its own name, and there are no others. */
function expectExported(sqlite: Database, { texts, told }: Seen): void {
  const rows = sqlite.prepare(`SELECT id FROM transcriptions WHERE status = 'completed'`);
  const names = readdirSync(texts);
  const deleted = [...told.deleted].map((id) => `${id}.txt`);
  const expected = rows
    .pluck()
    .all()
    .map((id) => `${id}.txt`);
  expect(names.filter((name) => !deleted.includes(name)).sort(), 'I13').toEqual(expected.sort());
  for (const name of names) {
    expect(readFileSync(join(texts, name), 'utf8'), `I13: ${name}`).toMatch(/\S\n$/);
  }
}

/** I12: the key that was shown once is in no file. */
function expectNoSecret({ dataDir, told }: Seen): void {
  if (told.key === null) return;
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  for (const file of names.filter((entry) => entry.isFile())) {
    const bytes = readFileSync(join(file.parentPath, file.name));
    expect(bytes.includes(told.key), `I12: ${file.name}`).toBe(false);
  }
}
