import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DOC_TOPICS, type DocTopic } from '../../../src/main/services/docs.service.ts';
import { ERROR_CODES } from '../../../src/shared/error-catalogue.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { type Agent, connectAgent } from '../../helpers/harness/agent.ts';
import { type Answer, ask, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

const DocsPage = z.object({
  total: z.number(),
  offset: z.number(),
  count: z.number(),
  next_offset: z.number().nullable(),
  cut: z.string().nullable(),
  text: z.string(),
});
type DocsPage = z.infer<typeof DocsPage>;

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
  const texts: string[] = [];
  for (const topic of DOC_TOPICS) texts.push((await readTopic(topic)).text);
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

/** All pages of a topic, and what they are together. */
async function readTopic(topic: DocTopic, path?: string) {
  const pages: DocsPage[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const input = { topic, offset, ...(path && { path }) };
    const page = DocsPage.parse(await agent.call('get_developer_docs', input));
    pages.push(page);
    offset = page.next_offset;
  }
  return { pages, text: pages.map(({ text }) => text).join('\n') };
}

function readPages(...names: string[]): string {
  const page = (name: string) => new URL(`../../../docs/${name}.md`, import.meta.url);
  return names.map((name) => readFileSync(page(name), 'utf8')).join('\n');
}

test('the address in it is that of this service', async () => {
  for (const topic of DOC_TOPICS) expect((await readTopic(topic)).text).not.toContain(':4717');
  expect((await readTopic('mcp')).text).toContain(`--transport http steno ${app.url}/mcp `);
  expect(page.body).not.toContain(':4717');
  expect(page.body).toContain(`curl ${app.url}/v1/files`);
});

describe('the documentation of the tools', () => {
  test('names every tool', async () => {
    const { text } = await agent.call('get_developer_docs', { topic: 'mcp' });
    const { tools } = await agent.client.listTools();
    for (const { name } of tools) expect(text).toContain(`\`${name}\``);
  });

  test('has something to say on every topic', async () => {
    const { topics, text } = await agent.call('get_developer_docs');
    expect(topics).toEqual(DOC_TOPICS);
    expect(text).toContain('Authorization: Bearer');
    for (const topic of DOC_TOPICS) {
      expect((await readTopic(topic)).text.length, topic).toBeGreaterThan(200);
    }
  });

  test('comes in pages of whole lines that an agent can take, and that together are all of it', async () => {
    const { pages, text } = await readTopic('openapi');
    expect(text).toBe((await ask(`${app.url}/openapi.json`)).body);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      expect(page.text.length + JSON.stringify(page.text).length).toBeLessThanOrEqual(40_000);
    }
    const [first, second] = pages;
    const left = (first?.total ?? 0) - (first?.count ?? 0);
    expect(first?.cut).toBe(
      `${left} of ${first?.total} lines follow: call with offset ${second?.offset}.`,
    );
    expect(pages.at(-1)).toMatchObject({ next_offset: null, cut: null });
  });

  test('gives the reference of the endpoints that are asked for, with their objects alone', async () => {
    const { text } = await readTopic('reference', '/v1/files');
    expect(text.match(/^#+ .*$/gm)).toEqual([
      '# Reference',
      '## POST /v1/files',
      '# Objects',
      '## Error',
      '## UploadedFile',
    ]);
    await expect(readTopic('reference', '/v1/file/')).rejects.toThrow(
      /^not_found: .*"\/v1\/file\/"/,
    );
    await expect(readTopic('files', '/v1/files')).rejects.toThrow(/^invalid_request: "path"/);
  });
});
