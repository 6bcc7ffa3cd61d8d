import { rm } from 'node:fs/promises';
import { createApp } from '../../../src/main/app.ts';
import type { Clock } from '../../../src/main/core/clock.ts';
import { loadConfig } from '../../../src/main/core/config.ts';
import { createLogger, type Logger } from '../../../src/main/core/logger.ts';
import { makeTempFolder, tasksHere } from './app.ts';
import { databaseFor } from './test-database.ts';

export type QuietApp = Awaited<ReturnType<typeof openQuietApp>>;

/**
 * The whole core with its real database, without a port and without its workers: nothing is ever fetched or sent. A given
 * data folder outlives it.
 */
export async function openQuietApp({
  clock,
  logger = createLogger('silent'),
  ...given
}: {
  clock?: Clock;
  logger?: Logger;
  dataDir?: string;
} = {}) {
  const dataDir = given.dataDir ?? (await makeTempFolder());
  const config = { ...loadConfig({ dataDir }, {}), database: await databaseFor(dataDir) };
  const app = createApp(config, { logger, startTask: tasksHere(), ...(clock && { clock }) });
  await app.open();
  const host = { host: `127.0.0.1:${config.port}` };
  const signedIn = await app.http.request(await app.createSignInUrl(), { headers: host }, {});
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  /** Asks as the signed-in window unless the headers name a key. */
  const send = async (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const caller: Record<string, string> = headers['authorization'] ? {} : { cookie };
    const content = { 'content-type': 'application/json', 'content-length': '9' };
    const all = { ...host, ...caller, ...(body !== undefined && content), ...headers };
    return app.http.request(
      path,
      { method, ...(body !== undefined && { body }), headers: all },
      {},
    );
  };

  return {
    send,
    /** The same with JSON, which is parsed. */
    ask: async (
      method: string,
      path: string,
      body?: object,
      headers?: Record<string, string>,
    ): Promise<unknown> => (await send(method, path, body && JSON.stringify(body), headers)).json(),
    async stop(): Promise<void> {
      await app.stop();
      if (given.dataDir === undefined) await rm(dataDir, { recursive: true });
    },
  };
}
