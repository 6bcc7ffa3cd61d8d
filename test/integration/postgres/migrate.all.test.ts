/** `steno migrate`: a library moves into PostgreSQL whole, or stays where it was. */
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { moveToPostgres } from '../../../src/main/repositories/postgres/move-to-postgres.ts';
import type { Client } from '../../../src/shared/client.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { runSteno, startService } from '../../helpers/harness/service-process.ts';

describe.skipIf(noPostgres !== null)('steno migrate', () => {
  let server: PostgresServer;
  let dataDir: string;
  let url: string;
  let id: string;
  let filled: string;
  let before: unknown;
  const folders: string[] = [];
  const newFolder = async (): Promise<string> => {
    const folder = await makeTempFolder();
    folders.push(folder);
    return folder;
  };

  beforeAll(async () => {
    server = await startPostgres();
    filled = await newFolder();
    before = await fill();
  });
  beforeEach(async () => {
    dataDir = await newFolder();
    await cp(filled, dataDir, { recursive: true });
    url = await server.createDatabase();
  });
  afterAll(async () => {
    await server?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  /** A transcription with an edit, a tag, a project and a highlight, and a key; gives all of it as the API has it. */
  const fill = async () => {
    const { client, stop } = await startTestApp({ dataDir: filled });
    const { url: file } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
    id = (await client.createTranscription({ url: file })).id;
    await finished(client, id);
    const project = await client.createProject({ name: 'Plants', vocabulary: ['Zoë'] });
    const changes = { title: 'Garden', tags: ['quiet'], project_id: project.id };
    await client.updateTranscription(id, changes);
    await client.createHighlight(id, { start: 0, end: 60, comment: 'Mine' });
    const all = await look({ client });
    await stop();
    return all;
  };
  const look = async ({ client }: { client: Client }) => ({
    transcription: await client.getTranscription(id),
    highlights: await client.listHighlights(id),
    tags: await client.listTags(),
    projects: await client.listProjects(),
    keys: await client.listKeys(),
    found: (await client.search({ q: 'garden' })).data.length,
  });
  const withoutAddress = (all: unknown) =>
    JSON.parse(JSON.stringify(all).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')) as unknown;

  it('moves everything, and the service goes on with it', async () => {
    const { code, stderr } = await runSteno(['migrate', '--data', dataDir], {
      STENO_DATABASE: url,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/segments: [1-9]/);
    expect(existsSync(join(dataDir, 'steno.db'))).toBe(false);
    const [aside] = await readdir(join(dataDir, 'aside'));
    expect(await readdir(join(dataDir, 'aside', aside ?? ''))).toContain('steno.db');

    const service = await startService(dataDir, { STENO_DATABASE: url });
    expect(withoutAddress(await look(service))).toEqual(withoutAddress(before));
    // New rows have numbers that are not taken.
    await service.client.createKey({ name: 'two' });
    expect((await service.client.listKeys()).data).toHaveLength(2);
    await service.stop();
  });

  it('goes on after it was stopped in the middle, and no service starts before', async () => {
    const stop = (table: string) => {
      if (table === 'segments') throw new Error('Stopped.');
    };
    const move = (tell: (table: string) => void) =>
      moveToPostgres(dataDir, url, { clock: systemClock, tell });
    await expect(move(stop)).rejects.toThrow('Stopped.');
    const early = await runSteno(['serve', '--port', '0', '--data', await newFolder()], {
      STENO_DATABASE: url,
    });
    expect(early).toMatchObject({ code: 3 });
    expect(early.stderr).toMatch(/still being moved/);
    const old = await startService(dataDir);
    expect(withoutAddress(await look(old))).toEqual(withoutAddress(before));
    await old.stop();

    await move(() => {});
    const service = await startService(dataDir, { STENO_DATABASE: url });
    expect(withoutAddress(await look(service))).toEqual(withoutAddress(before));
    await service.stop();
  });

  it('changes nothing in the folder when a row differs', async () => {
    const stop = (table: string) => {
      if (table === 'deliveries') throw new Error('Stopped.');
    };
    const options = { clock: systemClock };
    await expect(moveToPostgres(dataDir, url, { ...options, tell: stop })).rejects.toThrow();
    await server.query(url, `UPDATE segments SET text = 'other'`);
    await expect(moveToPostgres(dataDir, url, { ...options, tell: () => {} })).rejects.toThrow(
      /The rows of \w+ in PostgreSQL are not those/,
    );
    expect(existsSync(join(dataDir, 'steno.db'))).toBe(true);
    await (await startTestApp({ dataDir })).stop();
  });
});
