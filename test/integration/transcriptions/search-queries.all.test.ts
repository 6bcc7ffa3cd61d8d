import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WINDOW } from '../../../src/main/services/principal.ts';
import { createSearchService } from '../../../src/main/services/transcriptions/search.service.ts';
import { storeTranscript } from '../../helpers/corpus/stored-transcripts.ts';
import { anyText } from '../../helpers/corpus/texts-random.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeTempFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('whatever is said is found by any of its words, and nothing typed breaks a query', async () => {
  const { db, close } = await openTestDatabase(join(folder, 'any'));
  const { search } = createSearchService({ db });
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
  const run = fc.asyncProperty(said, anyText({ maxLength: 20 }), async (text, typed) => {
    const id = await storeTranscript(db, { title: 'x', windows: [[text]] });
    for (const q of text.split(/\s+/u).filter((word) => word !== '')) {
      const { data } = await search({ q, limit: 1 }, WINDOW);
      expect(data[0], q).toMatchObject({ transcription_id: id });
    }
    await search({ q: typed, limit: 1 }, WINDOW).catch((error) =>
      expect(error).toMatchObject({ code: 'invalid_request', param: 'q' }),
    );
  });
  try {
    await fc.assert(run, { numRuns: 150 });
  } finally {
    await close();
  }
});
