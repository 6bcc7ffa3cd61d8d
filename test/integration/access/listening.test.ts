/** The service is reached from this machine alone unless its person says otherwise. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

/** Addresses by which other machines know this one. */
const others = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address }) => address);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** What came of it. */
function tryToConnect(host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: app.port });
    socket.once('connect', () => resolve('connected')).once('connect', () => socket.destroy());
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
}

test.runIf(others.length > 0)(
  'nobody reaches it at an address that the network knows',
  async () => {
    expect(await tryToConnect('127.0.0.1')).toBe('connected');
    for (const address of others) expect(await tryToConnect(address)).toBe('ECONNREFUSED');
  },
);
