import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  finished,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
beforeAll(async () => {
  app = await startTestApp();
  const { bytes } = asFile(compose(loadPool(), clipsIn('en', 2)));
  origin = await serveRecordings({ '/a.wav': bytes, '/unmistakable-address.wav': bytes });
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
  const { url: webhook_url } = await app.keyClient.getSink();
  const url = `${origin.url}/a.wav`;
  const done = await transcribe(app.keyClient, { url, webhook_url });
  const { id, result } = done;
  await until(async () => (await app.keyClient.getSink()).deliveries.length > 0);
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

test('nothing of it can be read in the files of the database, while the service runs', async () => {
  const { url: webhook_url } = await app.keyClient.getSink();
  const url = `${origin.url}/unmistakable-address.wav`;
  const made = await fetch(`${app.url}/v1/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'unmistakable-request',
    },
    body: JSON.stringify({ url, webhook_url, metadata: { note: 'unmistakable-metadata' } }),
  });
  const { id } = (await made.json()) as { id: string };
  await app.client.updateTranscription(id, { title: 'unmistakable-title' });
  const { result } = await finished(app.keyClient, id);
  await app.client.editSegments(id, {
    revision: (await app.client.getTranscription(id)).revision,
    segments: [{ id: 0, text: 'unmistakable-correction' }],
  });
  await app.client.renameSpeaker(id, 1, { name: 'unmistakable-name' });
  await until(async () => (await app.keyClient.getSink()).deliveries.length > 0);
  const said = result?.segments.map(({ text }) => text) ?? [];
  expect(said.length).toBeGreaterThan(0);
  const words = ['address', 'request', 'metadata', 'title', 'correction'];
  const secrets = [id, ...said, ...words.map((word) => `unmistakable-${word}`)];
  const readable = () => {
    const paths = ['steno.db', 'steno.db-wal'].map((name) => join(app.dataDir, name));
    const bytes = Buffer.concat(paths.filter(existsSync).map((path) => readFileSync(path)));
    return secrets.filter((secret) => bytes.includes(secret));
  };
  expect(readable()).toEqual(secrets);
  await app.keyClient.deleteTranscription(id);
  // What was paid for it stays in the ledger, by its id.
  await expect.poll(readable).toEqual([id]);
  expect((await app.keyClient.getSink()).deliveries).toEqual([]);
});
