import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, startTestApp, type TestApp, transcribe } from '../../helpers/app.ts';
import { loadPool } from '../../helpers/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/recordings.ts';
import { until } from '../../helpers/until.ts';

let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/a.wav': asFile(compose(loadPool(), clipsIn('en', 2))).bytes });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

/** Tables that hold the id, whichever column it is in. The ledger keeps what was paid. */
function tablesWith(id: string): string[] {
  const db = new BetterSqlite(join(app.dataDir, 'steno.db'), { readonly: true });
  const select = (sql: string) => db.prepare<[], { name: string }>(sql).all();
  const tables = select("SELECT name FROM sqlite_master WHERE type = 'table'");
  const holding = tables.filter(({ name }) => {
    const columns = select(`SELECT name FROM pragma_table_info('${name}')`);
    return columns.some((column) => {
      const found = db.prepare(`SELECT 1 FROM "${name}" WHERE CAST("${column.name}" AS TEXT) = ?`);
      return found.get(id) !== undefined;
    });
  });
  db.close();
  return holding.map(({ name }) => name).filter((name) => name !== 'ledger');
}

test('words, subtitles, structured text, search, webhook bodies and the sent copy go with it', async () => {
  const { url: webhook_url } = await app.keyClient.webhookSink();
  const url = `${origin.url}/a.wav`;
  const done = await transcribe(app.keyClient, { url, webhook_url });
  const { id, result } = done;
  await until(async () => (await app.keyClient.webhookSink()).deliveries.length > 0);
  expect(tablesWith(id)).toEqual(
    expect.arrayContaining(['transcriptions', 'segments', 'structured', 'events']),
  );
  const subtitles = result?.subtitles.vtt ?? '';
  const word = result?.segments[0]?.words[0]?.text.replace(/\W/g, '') ?? '';
  expect((await ask(subtitles)).status).toBe(200);
  expect((await app.client.search({ q: word })).data).not.toEqual([]);

  await app.keyClient.deleteTranscription(id);
  expect(tablesWith(id)).toEqual([]);
  expect((await ask(subtitles)).status).toBe(404);
  expect((await app.client.search({ q: word })).data).toEqual([]);
  expect((await app.client.listDeliveries()).data).toEqual([]);
  await expect(app.client.deleteTranscription(id)).rejects.toMatchObject({ code: 'not_found' });
});
