import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/shared/error-catalogue.ts';
import { routes } from '../../src/shared/routes.ts';
import { type Agent, connectAgent } from '../helpers/agent.ts';
import { type Answer, ask, startTestApp, type TestApp } from '../helpers/app.ts';

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
  for (const page of ['api.md', 'webhooks.md', 'models.md', 'mcp.md']) {
    const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
    for (const [heading] of text.matchAll(/^#+ .+$/gm)) {
      expect(texts.join('\n'), heading).toContain(heading);
    }
  }
});

test('every endpoint is written about, not only listed', () => {
  const pages = ['api.md', 'webhooks.md', 'models.md'].map((page) =>
    readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8'),
  );
  const text = pages.join('\n').replaceAll('{event_id}', '{id}');
  // Their addresses stand in a result.
  const given = [routes.getVtt, routes.getSrt, routes.getMedia, routes.getWaveform];
  for (const route of Object.values(routes).filter((one) => !given.some((two) => one === two))) {
    expect(text).toContain(`${route.method.toUpperCase()} ${route.path}`);
  }
});

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
