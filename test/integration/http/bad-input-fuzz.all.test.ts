import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CreatedApiKey } from '../../../src/shared/accounts.ts';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { TranscriptionList } from '../../../src/shared/transcription/transcription-list.ts';
import { anything, bodies } from '../../helpers/harness/bodies.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { undeclaredIn } from '../../helpers/harness/openapi-answers.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';
import { seed } from '../../helpers/harness/seed.ts';

let app: QuietApp;
let key = '';

beforeAll(async () => {
  app = await openQuietApp();
  ({ key } = CreatedApiKey.parse(await app.ask('POST', '/v1/keys', { name: 'fuzz' })));
});
afterAll(() => app.stop());

/** The key is for the tools alone; everything else is asked as the signed-in window. */
function send(method: string, path: string, body: string | Uint8Array<ArrayBuffer>, type: string) {
  const caller: Record<string, string> = path === '/mcp' ? { authorization: `Bearer ${key}` } : {};
  const accept = 'application/json, text/event-stream';
  return app.send(method, path, body, { ...caller, accept, 'content-type': type });
}

const ADDRESS = 'https://example.com/a.mp3';
/** What each field may be, so that many bodies get past the first check. */
const fields = fc.record(
  {
    url: fc.oneof(fc.constant(ADDRESS), fc.webUrl(), fc.string(), anything),
    webhook_url: fc.oneof(fc.webUrl(), fc.constantFrom('http://localhost/', 'steno://x'), anything),
    structure: fc.oneof(fc.boolean(), anything),
    language: fc.oneof(fc.constantFrom('en', 'xx', null), anything),
    model: fc.oneof(fc.string(), anything),
    speakers_expected: fc.oneof(fc.integer(), anything),
    metadata: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), anything),
    name: fc.oneof(fc.string(), anything),
    test: fc.oneof(fc.boolean(), anything),
    jsonrpc: fc.constant('2.0'),
    id: anything,
    method: fc.constantFrom('initialize', 'tools/list', 'tools/call', 'ping', '', 'x'),
    params: fc.oneof(
      fc.record({ name: fc.constantFrom('get_developer_docs', 'x'), arguments: anything }),
      anything,
    ),
  },
  { requiredKeys: [] },
);
const body = bodies(fields);
const target = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['POST', '/v1/transcriptions'] as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ['POST', '/v1/keys'] as const,
      ['PATCH', '/v1/settings'] as const,
      ['PATCH', '/v1/transcriptions/trs_x/speakers/1'] as const,
      ['POST', '/v1/transcriptions/trs_x/cancel'] as const,
      ['POST', '/mcp'] as const,
    ),
  },
);
const type = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', '') },
);

const BODIES = dose(2_500, 10_000);
/** Seconds of work, which a busy machine may stretch. */
const PATIENCE = { timeout: 600_000 };

test(
  `${BODIES} bodies (seed ${seed}) bring no answer that the description does not know, none of 500 or above, and make no more than they say`,
  PATIENCE,
  async () => {
    let created = 0;
    const run = fc.asyncProperty(
      target,
      body,
      type,
      async ([method, path], content, contentType) => {
        const answer = await send(method, path, content, contentType);
        const text = await answer.text();
        expect(answer.status, text).toBeLessThan(500);
        if (path === '/v1/transcriptions' && answer.status === 201) created++;
        if (answer.status >= 400 && path !== '/mcp') ErrorBody.parse(JSON.parse(text));
        expect(undeclaredIn({ method, path }, answer, text)).toEqual([]);
      },
    );
    await fc.assert(run, { numRuns: BODIES });
    let listed = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: TranscriptionList = await list(cursor);
      listed += page.data.length;
      cursor = page.next_cursor;
    }
    expect(listed).toBe(created);
  },
);

async function list(cursor: string): Promise<TranscriptionList> {
  const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
  return TranscriptionList.parse(await app.ask('GET', `/v1/transcriptions?${query}`));
}
