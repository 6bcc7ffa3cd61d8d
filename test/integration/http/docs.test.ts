import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../src/shared/error-catalogue.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { type Agent, connectAgent } from '../../helpers/agent.ts';
import { type Answer, ask, startTestApp, type TestApp } from '../../helpers/app.ts';

let app: TestApp;
let agent: Agent;
let page: Answer;
beforeAll(async () => {
  app = await startTestApp();
  agent = await connectAgent(app);
  page = await ask(`${app.url}/docs`);
});
afterAll(async () => {
  await agent.close();
  await app.stop();
});

describe('the documentation page', () => {
  test('is there without a key, and needs nothing from elsewhere', () => {
    expect(page.status).toBe(200);
    expect(page.body).not.toMatch(/<script|<link|<img|<iframe|\sstyle=|\son\w+=|@import|url\(/i);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
  });

  test('links only to sections it has, or to whole addresses', () => {
    const ids = new Set([...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.body.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    const dangling = targets
      .filter((href) => href.startsWith('#'))
      .filter((href) => !ids.has(href.slice(1)));
    expect(targets.length).toBeGreaterThan(7);
    expect(dangling).toEqual([]);
    expect(targets.filter((href) => !/^(?:#|\/|https?:)/.test(href))).toEqual([]);
  });

  test('names every error and the reference of every operation', () => {
    for (const code of ERROR_CODES) expect(page.body).toContain(`<code>${code}</code>`);
    expect(page.body).toContain('POST /v1/transcriptions');
    expect(page.body).not.toMatch(/undefined|\[object/);
  });
});

test('every section of the pages is under one of the topics', async () => {
  const { topics } = await agent.call('get_developer_docs');
  const texts: string[] = [];
  for (const topic of Array.isArray(topics) ? topics : []) {
    texts.push(`${(await agent.call('get_developer_docs', { topic }))['text']}`);
  }
  const under = texts.join('\n');
  const headings = readPages('api', 'webhooks', 'models', 'mcp').match(/^#+ .+$/gm) ?? [];
  expect(headings.filter((heading) => !under.includes(heading))).toEqual([]);
});

test('every endpoint is written about, not only listed', () => {
  const text = readPages('api', 'webhooks', 'models').replaceAll('{event_id}', '{id}');
  // Their addresses stand in a result.
  const given = [routes.getVtt, routes.getSrt, routes.getMedia, routes.getWaveform];
  const named = Object.values(routes)
    .filter((route) => !given.some((other) => other === route))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(named.filter((endpoint) => !text.includes(endpoint))).toEqual([]);
});

function readPages(...names: string[]): string {
  const page = (name: string) => new URL(`../../../docs/${name}.md`, import.meta.url);
  return names.map((name) => readFileSync(page(name), 'utf8')).join('\n');
}

describe('the documentation of the tools', () => {
  test('names every tool', async () => {
    const { text } = await agent.call('get_developer_docs', { topic: 'mcp' });
    const { tools } = await agent.client.listTools();
    for (const { name } of tools) expect(text).toContain(`\`${name}\``);
  });

  test('has something to say on every topic', async () => {
    const { topics, text } = await agent.call('get_developer_docs');
    expect(text).toContain('Authorization: Bearer');
    for (const topic of Array.isArray(topics) ? topics : []) {
      const read = await agent.call('get_developer_docs', { topic });
      expect(`${read['text']}`.length, `${topic}`).toBeGreaterThan(200);
    }
  });
});
