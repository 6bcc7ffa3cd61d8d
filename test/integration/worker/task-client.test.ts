/** What a worker's questions cost its service. */
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createServiceLink } from '../../../src/main/worker/service-requests.ts';
import { createTaskClient } from '../../../src/main/worker/task-client.ts';
import { WORKER_PROTOCOL } from '../../../src/shared/worker-protocol.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';

test('a worker that is told again and again that there is nothing to do asks over one connection', async () => {
  const ports = new Set<number | undefined>();
  const service = await startOrigin(({ socket }, response) => {
    ports.add(socket.remotePort);
    response.writeHead(204).end();
  });
  const link = createServiceLink({ url: service.url, key: 'a key' });
  const tasks = createTaskClient({ link, clock: systemClock });
  const signal = AbortSignal.timeout(60_000);
  const worker = { id: 'one', name: 'another machine', version: '1.0.0', lanes: 1 };
  try {
    for (let asked = 0; asked < 5; asked += 1) {
      expect(
        await tasks.claim({ protocol: WORKER_PROTOCOL, worker }, { signal, draining: signal }),
      ).toBeNull();
    }
    expect(ports.size).toBe(1);
  } finally {
    await service.close();
  }
});
