import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../src/shared/error-body.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

/** What browsers send when someone goes to an address. */
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let app: TestApp;
let windowDir: string;

beforeAll(async () => {
  windowDir = await makeTempFolder();
  await mkdir(join(windowDir, 'assets'));
  await writeFile(join(windowDir, 'index.html'), '<!doctype html><title>Steno</title>');
  await writeFile(join(windowDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(windowDir, 'assets', 'main.js'), 'void 0;');
  app = await startTestApp({ windowDir });
});
afterAll(async () => {
  await app.stop();
  await rm(windowDir, { recursive: true, force: true });
});

describe('an address that is no endpoint', () => {
  test.each([
    '/transcriptions',
    '/V1/keys',
    '/v1%2fkeys',
    '/v2/models',
    '/settings/',
    '/index.php',
  ])('%s tells a program that nothing is there', async (path) => {
    for (const accept of ['*/*', 'application/json', '']) {
      const answer = await ask(app.url + path, { headers: { accept } });
      expect(answer.status).toBe(404);
      expect(ErrorBody.parse(JSON.parse(answer.body)).error.code).toBe('not_found');
    }
    expect((await ask(app.url + path)).status).toBe(404);
    expect((await ask(app.url + path, { method: 'HEAD' })).status).toBe(404);
  });

  test.each(['/', '/developers', '/settings/models', '/t/trs_x?at=12.5', '/nowhere'])(
    '%s shows a browser the window',
    async (path) => {
      const answer = await ask(app.url + path, { headers: NAVIGATION });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
    },
  );
});

test('the window itself needs no particular header', async () => {
  expect((await ask(`${app.url}/`)).body).toContain('<title>Steno</title>');
  expect((await ask(`${app.url}/favicon.svg`)).body).toContain('<svg');
  expect((await ask(`${app.url}/favicon.ico`)).status).toBe(204);
  expect((await ask(`${app.url}/assets/main.js`)).headers['cache-control']).toContain('immutable');
  expect((await ask(`${app.url}/assets/gone.js`, { headers: NAVIGATION })).status).toBe(404);
});
