/** A service that may open few files: a job that finds no room waits for it, and none fails for the want of it. */
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../src/shared/client.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const OPEN_FILES = 64;
/** More than are worked on at once. */
const RECORDINGS = 5;
/** Leaves enough to take jobs and answer, and not enough to transcribe even one. */
const CONNECTIONS = 24;
let origin: Origin;

beforeAll(async () => {
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
afterAll(() => origin.close());

const SOURCES: [string, (client: Client) => Promise<string>][] = [
  ['links', async () => `${origin.url}/short.mp3`],
  ['uploads', async (client) => (await client.uploadFile(new Blob([shortBytes()]), 'a.mp3')).url],
];

/** Takes descriptors of the service by connections on which nothing is asked; gives what gives them back. */
async function crowd(url: string): Promise<() => void> {
  const { port } = new URL(url);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), '127.0.0.1'));
  const release = () => sockets.forEach((socket) => void socket.destroy());
  onTestFinished(release);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return release;
}

describe.skipIf(process.platform === 'win32')(`with ${OPEN_FILES} open files`, () => {
  test.each(SOURCES)(`all of ${RECORDINGS} %s wait and are transcribed`, async (_, source) => {
    const folder = await makeTempFolder();
    const logFile = join(folder, 'log');
    const log = openSync(logFile, 'a');
    const env = { STENO_LOG: 'warn' };
    const service = await startService(join(folder, 'data'), env, log, OPEN_FILES);
    onTestFinished(async () => {
      await service.kill();
      closeSync(log);
    });
    const waits = () => readFileSync(logFile, 'utf8').split('waits until').length - 1;

    // Stored first: an upload that finds no room is refused, as its client can send it again.
    const urls: string[] = [];
    for (let count = 0; count < RECORDINGS; count++) urls.push(await source(service.client));
    const release = await crowd(service.url);
    const ids: string[] = [];
    for (const url of urls) {
      ids.push((await service.client.createTranscription({ url, structure: false })).id);
    }
    await until(() => waits() > 0);
    release();
    const ended = await Promise.all(ids.map((id) => finished(service.client, id)));
    expect(ended.map(({ status, error }) => error?.code ?? status)).toEqual(
      ids.map(() => 'completed'),
    );
    expect(await service.stop()).toBe(0);
  });
});
