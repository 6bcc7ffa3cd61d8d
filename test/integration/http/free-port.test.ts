/** Several people at one computer, and ports that cannot be had. */
import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { freePort } from '../../../src/main/http/free-port.ts';
import { listen } from '../../../src/main/http/server.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

const HOST = '127.0.0.1';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('where somebody else has the port, the next that is free is taken', async () => {
  const found = await freePort(HOST, app.port);
  expect(found).toBeGreaterThan(app.port);
  expect(await freePort('192.0.2.1', app.port)).toBe(app.port);
});

const start = (host: string, port: number) =>
  listen(new Hono(), { host, port, clock: systemClock });

test('one that was asked for is taken or refused', async () => {
  await expect(start(HOST, app.port)).rejects.toMatchObject({
    code: 'port_in_use',
    message: `Port ${app.port} on ${HOST} is taken by another program. Choose another with --port.`,
  });
});

test('an address of another machine is refused', async () => {
  await expect(start('192.0.2.1', 0)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('--host 192.0.2.1 is no address of this machine.'),
  });
});

const FIRST_FREE = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const keepsPorts =
  process.getuid?.() !== 0 && existsSync(FIRST_FREE) && Number(readFileSync(FIRST_FREE)) > 1;

test.runIf(keepsPorts)('a port of the system is refused', async () => {
  await expect(start(HOST, 1)).rejects.toMatchObject({
    code: 'port_in_use',
    message: expect.stringContaining('Choose one above 1023 with --port.'),
  });
});
