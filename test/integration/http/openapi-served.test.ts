import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { ExportFormat } from '../../../src/shared/exports/export-options.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { undeclaredIn } from '../../helpers/harness/openapi-answers.ts';

let app: TestApp;
let dataDir: string;
/** A completed transcription. */
let id = '';
beforeAll(async () => {
  dataDir = await makeTempFolder();
  const windows = [['We met Anna in the garden.', 'It was quiet.']];
  [id = ''] = await storeTranscripts(dataDir, [{ title: 'Talk', windows }]);
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

describe('the served description', () => {
  test('is the one in the repository with the address of this service, and needs no key', async () => {
    const answer = await ask(`${app.url}/openapi.json`);
    expect(answer.headers['content-type']).toBe('application/json');
    const [served, stored] = [
      answer.body,
      readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
    ].map((text) => JSON.parse(text));
    expect(served.servers).toEqual([{ url: app.url, description: 'This service.' }]);
    expect(served.components.securitySchemes.session.name).toBe(`steno_session_${app.port}`);
    served.servers = stored.servers;
    served.components.securitySchemes.session.name = 'steno_session_4717';
    expect(served).toEqual(stored);
  });

  test('calls nothing like a type of JavaScript that generated clients use beside its own', () => {
    const { components } = JSON.parse(
      readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
    );
    const names = Object.keys(components.schemas);
    expect(names).toContain('Transcription');
    for (const taken of ['Blob', 'File', 'FormData', 'Request', 'Response']) {
      expect(names).not.toContain(taken);
    }
  });

  const needKey = Object.entries(routes).filter(([, { access }]) => access !== 'public');

  test.each(needKey)('%s refuses a request without a key, as it says', async (_, route) => {
    const path = route.path.replace('{id}', 'x');
    const answer = await ask(app.url + path, { method: route.method.toUpperCase() });
    expect(answer.status).toBe(401);
    expect(ErrorBody.parse(JSON.parse(answer.body)).error.code).toBe('unauthorized');
  });

  const undeclared = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(app.url + path, { headers });
    const { status } = answer;
    return { status, wrong: undeclaredIn({ method: 'GET', path }, answer, await answer.text()) };
  };

  test('says what each address answers to who reads it', async () => {
    const { headers } = await ask(app.signInUrl);
    const cookie = `${headers['set-cookie']}`.split(';')[0] ?? '';
    // The stream of events has no end, and the catalogue first measures this machine.
    const others = ['/v1/events', '/v1/models/catalogue'];
    const all = Object.values(routes).filter(
      ({ method, path }) => method === 'get' && !others.includes(path),
    );
    for (const { path } of all) {
      const query = path === '/v1/search' ? '?q=anna' : '';
      const { wrong } = await undeclared(path.replace('{id}', id) + query, { cookie });
      expect(wrong, path).toEqual([]);
    }
  });

  test.each(ExportFormat.options)('says what an export as %s is', async (format) => {
    const path = `/v1/transcriptions/${id}/export?format=${format}`;
    const key = { authorization: `Bearer ${app.key}` };
    expect(await undeclared(path, key)).toEqual({ status: 200, wrong: [] });
  });

  test.each(Object.entries(routes))('%s is served', async (_, route) => {
    const path = route.path.replace('{id}', 'x');
    const answer = await ask(app.url + path, {
      method: route.method.toUpperCase(),
      // Enough to reach the route, too little for it to do anything.
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'text/plain',
        'content-length': '1',
      },
      body: '-',
    });
    const error = answer.status < 400 ? null : ErrorBody.parse(JSON.parse(answer.body)).error;
    expect(error?.message).not.toBe('There is nothing at this address.');
  });
});
