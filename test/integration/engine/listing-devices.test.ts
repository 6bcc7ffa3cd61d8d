import { expect, test } from 'vitest';
import { listDevices } from '../../../src/main/engine/devices/list-devices.ts';

/** A program in place of the engine; the arguments after it go to itself. */
const program = (script: string) => ({ file: process.execPath, args: ['-e', script, '--'] });
const CARD = {
  id: 'card-1',
  name: 'Example Card',
  type: 'discrete',
  driver: 'Example 1.0',
  memory_total: 8,
  memory_free: 6,
};

test('the devices are those that the engine names', async () => {
  const said = JSON.stringify({ type: 'devices', devices: [CARD] });
  expect(await listDevices(program(`console.log('${said}')`))).toEqual([CARD]);
});

test.each([
  ['crashes', 'process.abort()'],
  ['is of another version', 'console.log("usage: engine --model FILE"); process.exit(2)'],
])('there are none where the engine %s', async (_, script) => {
  expect(await listDevices(program(script))).toEqual([]);
});

test('an engine whose driver hangs is killed when the service stops', async () => {
  const closing = new AbortController();
  const hangs = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const listed = listDevices(program(hangs), closing.signal);
  closing.abort();
  expect(await listed).toEqual([]);
});
