/** What Prometheus is told, after work that was really done. Who may ask is told in every-route.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '../../../src/shared/error-catalogue.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleBytes, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let origin: Origin;
let text: string;
let done: Transcription;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/canary-path.mp3': sampleBytes() });
  const { url: webhook_url } = await app.keyClient.getSink();
  const create = async (url: string) =>
    finished(app.keyClient, (await app.keyClient.createTranscription({ url, webhook_url })).id);
  done = await create(`${origin.url}/canary-path.mp3`);
  expect(done.error).toBeNull();
  expect((await create(`${origin.url}/none.mp3`)).error?.code).toBe('source_not_found');
  await app.keyClient.uploadFile(new Blob([sampleBytes()]), 'canary-name.mp3');
  for (const path of ['/canary-1', '/v1/canary-2', `/v1/transcriptions/${done.id}`]) {
    await fetch(app.url + path);
  }
  await until(
    async () => sampleOf(await read(), 'steno_webhook_attempts_total{outcome="ok"}') === 2,
  );
  text = await read();
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

async function read(): Promise<string> {
  const { key } = await app.client.createKey({ name: 'prometheus', scope: 'read' });
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.text();
}

function sampleOf(page: string, series: string): number | undefined {
  const line = page.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

test('every line is a comment or a sample, and every sample has its type and help', () => {
  const lines = text.split('\n').filter((line) => line !== '');
  const sample = /^([a-z_]+)(?:\{(?:[a-z]+="[^"\\]*",?)+\})? (?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
  const names = lines.filter((line) => !line.startsWith('#')).map((line) => sample.exec(line)?.[1]);
  expect(names.length).toBeGreaterThan(60);
  expect(names).not.toContain(undefined);
  const typed = [...text.matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name]) => name);
  const base = (name = '') => name.replace(/_(bucket|sum|count)$/, '');
  expect(names.filter((name) => !typed.includes(name) && !typed.includes(base(name)))).toEqual([]);
  for (const name of typed) {
    expect(text).toContain(`# HELP ${name} `);
    expect(name).toMatch(/^(steno|process|nodejs)_/);
  }
});

test('counts what was done', () => {
  const minutes = Math.ceil((done.duration_seconds ?? 0) / 60);
  const expected = {
    'steno_transcriptions_ended_total{status="completed"}': 1,
    'steno_transcriptions_ended_total{status="failed"}': 1,
    'steno_transcriptions_ended_total{status="canceled"}': 0,
    'steno_transcriptions_failed_total{code="source_not_found"}': 1,
    'steno_webhook_attempts_total{outcome="ok"}': 2,
    steno_uploads_total: 1,
    steno_upload_bytes_total: sampleBytes().length,
    steno_points_spent_total: minutes,
    'steno_http_requests_total{route="/v1/transcriptions",method="POST",status="2xx"}': 2,
    'steno_http_requests_total{route="/v1/transcriptions/{id}",method="GET",status="4xx"}': 1,
    'steno_transcriptions{stage="queued"}': 0,
    'steno_transcriptions{stage="transcribing"}': 0,
    steno_webhooks_pending: 0,
    steno_webhook_lag_seconds: 0,
    'steno_ready{check="database"}': 1,
    'steno_ready{check="engine"}': 1,
  };
  const found = Object.keys(expected).map((series) => [series, sampleOf(text, series)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('tells what was transcribed with which model, and how fast', () => {
  const by = '{model="demo",device="cpu"}';
  const own = by.replace('}', ',machine=""}');
  expect(sampleOf(text, `steno_windows_transcribed_total${own}`)).toBeGreaterThanOrEqual(3);
  const seconds = sampleOf(text, `steno_audio_transcribed_seconds_total${own}`);
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeLessThanOrEqual(done.duration_seconds ?? 0);
  expect(sampleOf(text, `steno_real_time_factor${by}`)).toBeGreaterThan(0);
});

test('counts how long answers took, in buckets that add up', () => {
  const of = (le: string) =>
    sampleOf(
      text,
      `steno_http_request_duration_seconds_bucket{route="/v1/transcriptions",method="POST",le="${le}"}`,
    ) ?? Number.NaN;
  const buckets = ['0.005', '0.02', '0.1', '0.5', '2', '10', '60', '+Inf'].map(of);
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(of('+Inf')).toBe(2);
});

test('tells of no recording, address or key, and of a few values only', () => {
  for (const secret of ['canary', done.id, done.result?.text ?? '', app.key, origin.url]) {
    expect(text.includes(secret), secret).toBe(false);
  }
  const named = [...text.matchAll(/route="([^"]+)"/g)].map(([, route]) => route);
  const known = new Set([...Object.values(routes).map(({ path }) => path), '/mcp', 'other']);
  expect(named.filter((route = '') => !known.has(route))).toEqual([]);
});

test('what is told is in the manual, and alerts look at nothing else', () => {
  const told = [...text.matchAll(/^# TYPE (steno_\w+)/gm)].map(([, name = '']) => name);
  const named = (file: string) =>
    new Set(readFileSync(join(projectRoot, file), 'utf8').match(/steno_\w+/g));
  const manual = named('docs/running.md');
  expect(told.filter((name) => !manual.has(name))).toEqual([]);
  const alerts = [...named('deploy/steno-alerts.yml')];
  expect(alerts.length).toBeGreaterThan(4);
  expect(alerts.filter((name) => !told.includes(name))).toEqual([]);
});

test('failures alert unless they are those of the recording or the request', () => {
  const alerts = readFileSync(join(projectRoot, 'deploy/steno-alerts.yml'), 'utf8');
  const left = [...alerts.matchAll(/code!~"([^"]+)"/g)].map(([, codes]) => codes);
  const isLeft = (code: string) => new RegExp(`^(?:${left.join('|')})$`).test(code);
  const failures = Object.entries(ERRORS).filter(([, { status }]) => status >= 500);
  expect(failures.map(([code]) => code).filter(isLeft)).toEqual([]);
  const ofRecordings = ['source_not_found', 'no_audio_track', 'recording_too_long', 'empty_media'];
  expect(ofRecordings.filter((code) => !isLeft(code))).toEqual([]);
});

test('tells of its process', () => {
  expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(sampleOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(text).toMatch(/^steno_build_info\{version="[\d.]+",database="\w+",node="v\d[^"]*"\} 1$/m);
});
