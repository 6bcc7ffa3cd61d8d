/** The protocol as others test it: `@modelcontextprotocol/conformance`, at our endpoint and at the service itself. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';
import { startConformanceServer } from '../../helpers/servers/mcp-conformance-server.ts';

const SUITE = '@modelcontextprotocol/conformance/dist/index.js';
/** Seconds of work; only what hangs takes longer. */
const PATIENCE = { timeout: 300_000 };

const ASKS_BACK = 'No request waits for an answer of the client: each has a server of its own.';
/** What Steno does not offer, and why. */
const LEFT_OUT = {
  'tools-call-sampling': ASKS_BACK,
  'tools-call-elicitation': ASKS_BACK,
  'elicitation-sep1034-defaults': ASKS_BACK,
  'elicitation-sep1330-enums': ASKS_BACK,
  'resources-subscribe': 'There are no sessions that could be told of a change.',
  'resources-unsubscribe': 'As before.',
  'dns-rebinding-protection': 'The guard stands before the endpoint: below, the service passes it.',
};

/** Which scenarios of the suite a server passes, and which it fails. Those that only warn are neither. */
async function run(url: string): Promise<{ passed: string[]; failed: string[] }> {
  const folder = await makeTempFolder();
  const args = ['server', '--url', url, '--suite', 'all', '--output-dir', folder];
  const output = await new Promise<string>((resolve) => {
    const suite = join(projectRoot, 'node_modules', SUITE);
    execFile(process.execPath, [suite, ...args], (_failed, stdout) => resolve(stdout));
  });
  await rm(folder, { recursive: true });
  const results = [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)];
  const named = (which: (passed: number, failed: number) => boolean) =>
    results
      .filter(([, , passed, failed]) => which(Number(passed), Number(failed)))
      .map(([, name = '']) => name);
  return {
    passed: named((passed, failed) => passed > 0 && failed === 0),
    failed: named((_, failed) => failed > 0),
  };
}

test('everything that Steno offers of the protocol passes', PATIENCE, async () => {
  const server = await startConformanceServer();
  const { passed, failed } = await run(server.url);
  await server.close();
  expect(failed.toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
  // Two more, of streams that are resumed, only warn where there are no sessions.
  expect(passed).toHaveLength(23);
});

test(
  'the service itself passes what its own tools suffice for, its guard included',
  PATIENCE,
  async () => {
    const app = await startTestApp();
    const { host, hostname, port } = new URL(app.url);
    // The suite cannot be given a key.
    const proxy = await startOrigin((asked, answer) => {
      const { method, url: path } = asked;
      const own = `127.0.0.1:${proxy.port}`;
      const headers = { ...asked.headers, authorization: `Bearer ${app.key}` };
      headers.host = headers.host?.replace(own, host);
      headers.origin = headers.origin?.replace(own, host);
      if (headers.origin === undefined) delete headers.origin;
      const passedOn = request({ hostname, port, path, method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.headers);
        answered.pipe(answer);
      });
      asked.pipe(passedOn);
    });
    const { passed } = await run(`${proxy.url}/mcp`);
    await proxy.close();
    await app.stop();
    const expected = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
    expect(passed).toEqual(expect.arrayContaining(expected));
  },
);
