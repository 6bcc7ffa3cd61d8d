/** Where the system lets it have few files open, connections are what it goes without, and only for as long. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findService } from '../../../src/main/core/service-file.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { connect, finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { openConnection } from '../../helpers/harness/raw-request.ts';
import { stenoProgram } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

const OPEN_FILES = 64;

test.runIf(process.platform !== 'win32')(
  'with 64 it works, and survives 100 connections',
  async () => {
    const dataDir = await makeTempFolder();
    const origin = await serveRecordings({ '/short.mp3': shortBytes() });
    const serve = [process.execPath, await stenoProgram(), 'serve', '--port', '0'];
    const limited = ['-c', `ulimit -n ${OPEN_FILES}; exec "$@"`, 'sh', ...serve, '--data', dataDir];
    const child = spawn('sh', limited, {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], STENO_YT_DLP_URL: '', STENO_LOG: 'silent' },
    });
    const exited = once(child, 'exit');
    const service = await until(() => findService(dataDir));
    const client = await connect(dataDir);
    const port = Number(new URL(service.url).port);
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(port)));
    for (const socket of sockets) socket.on('error', () => {}).destroy();
    await until(() =>
      client.health().then(
        ({ status }) => status === 'ok',
        () => false,
      ),
    );
    const { id } = await client.createTranscription({ url: `${origin.url}/short.mp3` });
    expect((await finished(client, id)).error).toBeNull();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await origin.close();
    await rm(dataDir, { recursive: true });
  },
);
