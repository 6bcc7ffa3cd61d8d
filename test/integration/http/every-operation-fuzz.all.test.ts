/** Whatever is asked of one running service, and by whom: each answer is one that the description knows. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findService } from '../../../src/main/core/service-file.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { fakeEngine } from '../../helpers/engines/fake-engine.ts';
import {
  IN_PROCESSES,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { undeclaredIn } from '../../helpers/harness/openapi-answers.ts';
import {
  type GeneratedRequest,
  operations,
  requestsOf,
} from '../../helpers/harness/openapi-inputs.ts';
import { seed } from '../../helpers/harness/seed.ts';

const PATIENCE_MS = 3 * 3_600_000;
const MEMORY_BYTES = 30 * 1024 * 1024;
const ID = /^[a-z]{2,5}_[0-9A-Za-z]{16,}$/;
const IDS_KNOWN = 300;
/** An answer that waits for a transcription may wait for long: others may have paused the queue. */
const WAITING = { path: '/v1/audio/', ms: 2_000 };
/** Another server was asked, and failed. */
const OF_OTHERS = /^\{"error":\{"code":"(?:llm_failed|llm_unreachable)"/;

let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let callers: Record<string, string>[];
/** Of everything that the answers have named, so that many requests mean something that is there. */
const ids: string[] = [];

beforeAll(async () => {
  origin = await serveRecordings({
    '/talk.mp3': shortBytes(),
    '/none.mp3': Buffer.from('Nothing.'),
  });
  const engineFile = await writeProgram(
    join(await makeTempFolder(), 'engine.sh'),
    fakeEngine('ok'),
  );
  // Without a catalogue, nothing can be asked for that lies elsewhere.
  const catalogues = { catalogue: [], speakerCatalogue: [] };
  app = await startTestApp({ engineFile }, { ...catalogues, tasks: IN_PROCESSES });
  const { token } = (await findService(app.dataDir)) ?? { token: '' };
  const made = await transcribe(app.client, { url: `${origin.url}/talk.mp3` });
  ids.push(made.id);
  const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
  callers = [token, token, app.key, key, `${key}x`].map((by) => ({
    authorization: `Bearer ${by}`,
  }));
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

test(
  `every operation, ${dose(600, 100_000)} requests (seed ${seed})`,
  async () => {
    const places = {
      addresses: ['/talk.mp3', '/none.mp3', '/404', ''].map((path) => origin.url + path),
      folders: ['', 'relative', '/nothing-is-here', '\0'],
    };
    places.addresses.push(
      '',
      'nonsense',
      'file:///etc/hosts',
      'steno://files/x',
      'http://[',
      'https://127.0.0.1:1/',
    );
    const requests = operations.map((operation) => requestsOf(operation, places));
    const answered = new Map<string, number>();
    const property = fc.asyncProperty(
      fc.nat(requests.length - 1).chain((at) => requests[at] ?? fc.constant(null as never)),
      fc.nat(),
      fc.nat(),
      async (request, caller, which) => {
        const status = await expectDeclared(request, callers[caller % callers.length] ?? {}, which);
        const kind = `${Math.floor(status / 100)}XX`;
        answered.set(kind, (answered.get(kind) ?? 0) + 1);
      },
    );
    // What is loaded once and kept counts as flat.
    await fc.assert(property, { numRuns: dose(200, 5_000), endOnFailure: true });
    const before = memory();
    const numRuns = dose(400, 95_000);
    await fc.assert(property, { numRuns, endOnFailure: true, seed: seed + 1 });
    expect(memory() - before).toBeLessThan(MEMORY_BYTES);
    expect(answered.get('2XX'), JSON.stringify([...answered])).toBeGreaterThan(numRuns / 5);
    expect(answered.get('4XX')).toBeGreaterThan(numRuns / 5);
  },
  PATIENCE_MS,
);

async function expectDeclared(
  { method, path, query, headers, body }: GeneratedRequest,
  caller: Record<string, string>,
  which: number,
): Promise<number> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => placeholder(name, which));
  const leaving = new AbortController();
  const patience = path.startsWith(WAITING.path) ? [AbortSignal.timeout(WAITING.ms)] : [];
  const signal = AbortSignal.any([leaving.signal, ...patience]);
  const asked = { method, signal, headers: { ...headers, ...caller } };
  const response = await fetch(`${app.url}${address}?${query}`, {
    ...asked,
    ...(body !== null && { body }),
  }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (response === null) return 0;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  leaving.abort();
  const told = text.startsWith('{') ? text.slice(0, 500) : '';
  const sent = JSON.stringify(body)?.slice(0, 500);
  const said = `${method} ${address}?${query} ${sent} ${response.status} ${told}`;
  if (!OF_OTHERS.test(text)) expect(response.status, said).toBeLessThan(500);
  expect(undeclaredIn({ method, path: address }, response, text), said).toEqual([]);
  if (response.ok && text.startsWith('{')) remember(JSON.parse(text));
  return response.status;
}

/** Mostly something that is there. */
function placeholder(name: string, which: number): string {
  if (name === 'speaker') return String(which % 4);
  if (name === 'name') return ['demo', 'none', '%00', '..%2fx'][which % 4] ?? '';
  if (which % 10 === 0) return ['x', '%ff', '..', `trs_${'0'.repeat(22)}`][which % 4] ?? '';
  return which % 3 === 0 ? (ids[0] ?? '') : (ids[which % ids.length] ?? '');
}

function remember(answer: unknown): void {
  if (typeof answer === 'string' && ID.test(answer) && !ids.includes(answer)) {
    ids.push(answer);
    if (ids.length > IDS_KNOWN) ids.splice(1, 1);
  }
  if (typeof answer !== 'object' || answer === null) return;
  for (const value of Object.values(answer)) remember(value);
}

/** What is in use once everything is collected that can be. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
