import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/repositories/database.ts';
import { first } from '../../../src/main/repositories/migrations/0001-first.ts';
import { accountsAndWebhooks } from '../../../src/main/repositories/migrations/0002-accounts-and-webhooks.ts';
import { webhookOwners } from '../../../src/main/repositories/migrations/0003-webhook-owners.ts';
import { createSearchRepository } from '../../../src/main/repositories/transcripts/search.repository.ts';
import { createSearchService } from '../../../src/main/services/transcriptions/search.service.ts';
import { makeTempFolder } from '../../helpers/app.ts';
import { storeTranscript } from '../../helpers/stored-transcripts.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeTempFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('whatever is said is found by any of its words, and nothing typed breaks a query', async () => {
  const { db, close } = openDatabase(join(folder, 'any'));
  const { search } = createSearchService({ search: createSearchRepository(db) });
  const said = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 8,
    })
    .map((words) =>
      words
        .join(' ')
        .normalize('NFC')
        .replace(/\p{Cc}/gu, ''),
    )
    .filter((text) => text.trim() !== '');
  const run = fc.asyncProperty(
    said,
    fc.string({ unit: 'binary', maxLength: 20 }),
    async (text, typed) => {
      const id = await storeTranscript(db, { title: 'x', windows: [[text]] });
      for (const q of text.split(/\s+/u).filter((word) => word !== '')) {
        const { data } = await search({ q, limit: 1 });
        expect(data[0], q).toMatchObject({ transcription_id: id });
      }
      await search({ q: typed, limit: 1 }).catch((error) =>
        expect(error).toMatchObject({ code: 'invalid_request', param: 'q' }),
      );
    },
  );
  try {
    await fc.assert(run, { numRuns: 150 });
  } finally {
    await close();
  }
});

test('a library from before there was a search can be searched', async () => {
  const dataDir = join(folder, 'old');
  await openDatabase(dataDir).close();
  const path = join(dataDir, 'steno.db');
  await rm(path);
  const old = new BetterSqlite(path);
  for (const migration of [first, accountsAndWebhooks, webhookOwners]) old.exec(migration);
  old.pragma('user_version = 3');
  old.exec(`
    INSERT INTO transcriptions(id, seq, status, source_type, source_url, source_title, options, subtitle_token, created_at)
      VALUES ('trs_old', 1, 'completed', 'url', 'https://example.com/a.mp3', 'Old title', '{}', 't', 0);
    INSERT INTO segments VALUES ('trs_old', 0, 0, 500, 900, 'Words of long ago.', 'Speaker 1', 'en', 1, '[]');`);
  old.close();
  const { db, close } = openDatabase(dataDir);
  try {
    const { search } = createSearchService({ search: createSearchRepository(db) });
    const { data } = await search({ q: 'ago', limit: 5 });
    expect(data).toMatchObject([{ transcription_id: 'trs_old', segment_id: 0, start: 0.5 }]);
    expect((await search({ q: 'old title', limit: 5 })).data).toMatchObject([{ segment_id: null }]);
  } finally {
    await close();
  }
});
