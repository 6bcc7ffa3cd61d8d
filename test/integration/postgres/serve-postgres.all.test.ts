/** A service with its rows in PostgreSQL: the same text as with SQLite, through restarts of either. */
import { readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { runSteno, startService, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

/** Two whole transcriptions, and three starts. */
const LONG = { timeout: 4 * PATIENCE_MS };
/** Six windows: such a pause ends one. */
const talk = new Blob([
  new Uint8Array(asFile(compose(loadPool(), clipsIn('en', 6), [2500])).bytes),
]);

type Service = Pick<Awaited<ReturnType<typeof startService>>, 'client'>;

describe.skipIf(noPostgres !== null)('steno serve --database', () => {
  let server: PostgresServer;
  const folders: string[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const newFolder = async (): Promise<string> => {
    const folder = await makeTempFolder();
    folders.push(folder);
    return folder;
  };
  const addTalk = async ({ client }: Service): Promise<string> => {
    const { url } = await client.uploadFile(talk, 'talk.wav');
    return (await client.createTranscription({ url })).id;
  };
  const textOf = async (service: Service, id: string) => {
    const done = await finished(service.client, id);
    expect(done.error).toBeNull();
    return { text: done.result?.text, segments: done.result?.segments };
  };
  const begun = (service: Service, id: string) =>
    until(async () => (await service.client.getTranscription(id)).status === 'processing');

  it(
    'gives the text that SQLite gives, also when both are restarted in the middle',
    LONG,
    async () => {
      const embedded = await startTestApp();
      const expected = await textOf(embedded, await addTalk(embedded));
      await embedded.stop();
      expect(expected.segments?.length).toBeGreaterThan(5);

      const [dataDir, url] = [await newFolder(), await server.createDatabase()];
      const env = { STENO_DATABASE: url };
      const first = await startService(dataDir, env);
      const id = await addTalk(first);
      await begun(first, id);
      await first.kill();

      const second = await startService(dataDir, env);
      await begun(second, id);
      await server.restart();
      expect(await textOf(second, id)).toEqual(expected);
      const [hit] = (await second.client.search({ q: expected.text?.slice(0, 12) ?? '' })).data;
      expect(hit?.transcription_id).toBe(id);
      expect((await second.client.getStorage()).database_bytes).toBeGreaterThan(0);
      await expect(second.client.createBackup()).rejects.toThrow(/pg_dump/);
      expect(await second.stop()).toBe(0);

      const third = await startService(dataDir, env);
      expect(await textOf(third, id)).toEqual(expected);
      await third.stop();
    },
  );

  it.runIf(process.platform === 'linux')(
    'shows the password to nobody who lists programs',
    async () => {
      const url = await server.createDatabase();
      const args = ['serve', '--port', '0', '--data', await newFolder(), '--database', url];
      const steno = startSteno(args);
      await until(() => steno.output.stdout.includes('"pid"'));
      const { pid } = z.object({ pid: z.int() }).parse(JSON.parse(steno.output.stdout));
      const parent = /^PPid:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
      for (const program of [pid, parent]) {
        const shown = await readFile(`/proc/${program}/cmdline`, 'utf8');
        expect(shown).toMatch(/^steno/);
        expect(shown).not.toContain(server.password);
      }
      steno.interrupt();
      expect((await steno.ended).stderr).not.toContain(server.password);
    },
  );

  it('writes the password nowhere, and is refused with another data folder than its database has', async () => {
    const [dataDir, url] = [await newFolder(), await server.createDatabase()];
    const path = join(dataDir, '../', `${url.slice(-8)}.log`);
    folders.push(path);
    const log = await open(path, 'w');
    const env = { STENO_LOG: 'trace', STENO_DATABASE: url };
    const service = await startService(dataDir, env, log.fd);
    const answers = [
      await service.client.health(),
      await service.client.getStorage(),
      await service.client.getSettings(),
    ];
    const args = ['serve', '--port', '0', '--data', await newFolder()];
    const second = await runSteno(args, { STENO_DATABASE: url });
    expect(second).toMatchObject({ code: 3, stdout: '' });
    expect(second.stderr).toMatch(/^steno: The PostgreSQL database belongs to another data folder/);
    await server.restart();
    await until(() =>
      service.client.health().then(
        () => true,
        () => false,
      ),
    );
    await service.stop();
    await log.close();
    const written = [await readFile(path, 'utf8'), JSON.stringify(answers), second.stderr].join();
    expect(written).toContain('ready');
    expect(written).not.toContain(server.password);
    expect(readFileSync(join(dataDir, 'data-folder.json'), 'utf8')).not.toContain(server.password);
  });
});
