import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ExportInput } from '../../../src/shared/exports/export-options.ts';
import type { LlmKind } from '../../../src/shared/llm.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import type { Translation } from '../../../src/shared/subtitles/translations.ts';
import { storeSegments, storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';
import { backwards, cuesOf, goodTranslation } from '../../helpers/servers/llm-answers.ts';
import {
  MODEL,
  type Reply,
  type SeenQuestion,
  startLlmServer,
} from '../../helpers/servers/llm-servers.ts';

const MOST_TESTS = 25;
const LINES = Array.from({ length: 30 }, (_, at) => `What was said at place ${at}.`);
const good = (question: SeenQuestion): Reply => JSON.stringify(goodTranslation(question));

let dataDir: string;
let app: TestApp;
let llm: Awaited<ReturnType<typeof startLlmServer>> | null = null;
/** One for each test, stored before the service starts, which has its data folder to itself. */
let talks: string[] = [];
let talk = '';
let unfinished = '';
/** Spoken in German, and translated into English by Whisper. */
let inEnglish = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const windows = [LINES.slice(0, 12), LINES.slice(12, 24), LINES.slice(24)];
  const speakers = ['Speaker 1', 'Speaker 1', 'Speaker 2', 'Speaker 2'];
  const told = Array.from({ length: MOST_TESTS }, () => ({ title: 'Talk', windows, speakers }));
  talks = await storeTranscripts(dataDir, told);
  inEnglish = await storeInEnglish();
  app = await startTestApp({ dataDir });
  const { id } = await app.keyClient.createTranscription({ url: 'http://127.0.0.1:9/a.mp3' });
  await app.client.cancelTranscription(id);
  unfinished = id;
});
beforeEach(() => {
  const next = talks.pop();
  if (next === undefined) throw new Error('There are more tests than talks.');
  talk = next;
});
afterEach(async () => {
  await app.client.updateSettings({ llm: null });
  await llm?.close();
  llm = null;
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function set(
  reply: (question: SeenQuestion) => Reply | Promise<Reply> = good,
  kind: LlmKind = 'ollama',
) {
  llm ??= await startLlmServer(kind, { reply: (question) => replies(question) });
  replies = reply;
  await app.client.updateSettings({ llm: { kind, base_url: llm.url, model: MODEL } });
}
let replies: (question: SeenQuestion) => Reply | Promise<Reply> = good;

const ask = (language = 'de') => app.keyClient.createTranslation(talk, { language });
const listed = async () => (await app.keyClient.listTranslations(talk)).data;
const settled = (language = 'de'): Promise<Translation> =>
  until(async () => {
    const found = (await listed()).find((one) => one.language === language);
    return found && ['completed', 'failed'].includes(found.status) ? found : null;
  });
const exported = async (options: Partial<ExportInput> & Pick<ExportInput, 'format'>) =>
  (await app.keyClient.exportTranscription(talk, options)).file.text();
const times = (subtitles: string) => subtitles.match(/^.* --> .*$/gmu);
const asked = () => llm?.questions.flatMap((question) => cuesOf(question)) ?? [];

async function edit(segment: { id: number; text: string }): Promise<void> {
  const { revision } = await app.keyClient.getTranscription(talk);
  await app.keyClient.editSegments(talk, { revision, segments: [segment] });
}

describe('the subtitles of a finished transcription', () => {
  test('are translated cue by cue, at the same times', async () => {
    await set();
    expect(await ask()).toMatchObject({ language: 'de', status: 'queued', finished: null });
    expect(await settled()).toMatchObject({
      status: 'completed',
      progress: 1,
      model: MODEL,
      error: null,
      finished: { too_long: 0, outdated: false },
    });
    const original = await exported({ format: 'srt' });
    const german = await exported({ format: 'srt', language: 'de' });
    expect(times(german)).toEqual(times(original));
    expect(german).toContain(backwards('What was said at place 7.'));
    expect(german).not.toContain('What was said');
    const { data } = await app.keyClient.listTranslatedCues(talk, 'de');
    expect(data.map(({ original: said }) => backwards(said.replaceAll('\n', ' ')))).toEqual(
      data.map(({ text }) => text),
    );
  });

  test.each(['llama.cpp', 'lm-studio', 'openai'] as const)('are translated by %s', async (kind) => {
    await set(good, kind);
    await ask();
    expect((await settled()).status).toBe('completed');
  });

  test('are exported as VTT, ASS and text, alone or below the original', async () => {
    await set();
    await ask();
    await settled();
    const last = backwards('What was said at place 29.');
    expect(await exported({ format: 'vtt', language: 'de' })).toContain(last);
    expect(await exported({ format: 'ass', language: 'de' })).toContain(last);
    const text = await exported({ format: 'txt', language: 'de' });
    expect(text).toContain(`Speaker 1: ${backwards(LINES[0] ?? '')}`);
    expect(text).not.toContain('What was said');
    const both = await exported({ format: 'vtt', language: 'de', bilingual: 'true' });
    expect(both).toContain(`What was said at place 29.\n${last}`);
    const german = { format: 'srt', language: 'de' } as const;
    const { filename } = await app.keyClient.exportTranscription(talk, german);
    expect(filename).toBe('Talk.de.srt');
  });

  test('keep the names that speakers were given since', async () => {
    await set();
    await ask();
    await settled();
    await app.keyClient.renameSpeaker(talk, 1, { name: 'Ann' });
    expect(await exported({ format: 'srt', language: 'de' })).toContain('Ann: ');
    expect((await settled()).finished?.outdated).toBe(false);
  });

  test('are announced while they are translated', async () => {
    await set();
    const stop = new AbortController();
    const seen: ServerEvent[] = [];
    const following = (async () => {
      for await (const { event } of app.keyClient.events(stop.signal)) seen.push(event);
    })().catch(() => {});
    await until(() => seen.length > 0);
    await ask();
    await settled();
    await app.keyClient.deleteTranslation(talk, 'de');
    await until(() => seen.some(({ type }) => type === 'translation_deleted'));
    stop.abort();
    await following;
    const steps = seen.flatMap((event) => (event.type === 'translation' ? [event] : []));
    expect(steps.every(({ id }) => id === talk)).toBe(true);
    const progress = steps.map(({ translation }) => translation.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.some((part) => part > 0 && part < 1)).toBe(true);
    expect(steps.at(-1)?.translation.status).toBe('completed');
  });
});

describe('an edited transcript', () => {
  test('leaves its translation out of date, and only what changed is asked for', async () => {
    await set();
    await ask();
    await settled();
    const before = asked().length;
    await edit({ id: 5, text: 'Something else was said.' });
    expect((await settled()).finished?.outdated).toBe(true);
    expect(await exported({ format: 'srt', language: 'de' })).toContain(
      backwards('What was said at place 5.'),
    );
    await ask();
    await until(async () => (await listed())[0]?.finished?.outdated === false);
    const again = asked().slice(before);
    expect(again.some(({ text }) => text.includes('Something else'))).toBe(true);
    expect(again.length).toBeLessThan(5);
    expect(await exported({ format: 'srt', language: 'de' })).toContain(
      backwards('Something else was said.'),
    );
  });

  test('also where a subtitle was written by hand', async () => {
    await set();
    await ask();
    await settled();
    const cues = [{ start: 0, end: 1.5, text: 'By hand.' }];
    await app.keyClient.editCues(talk, { from: 0, to: 2, cues });
    expect((await settled()).finished?.outdated).toBe(true);
    await ask();
    await until(async () => (await listed())[0]?.finished?.outdated === false);
    const { data } = await app.keyClient.listTranslatedCues(talk, 'de');
    expect(data[0]).toMatchObject({ start: 0, end: 1.5, text: backwards('By hand.') });
  });

  test('while it is translated leaves it out of date as well', async () => {
    const edited = Promise.withResolvers<void>();
    await set(async (question) => {
      if (question.user.includes('before:')) await edited.promise;
      return good(question);
    });
    await ask();
    await until(() => (llm?.questions.length ?? 0) > 1);
    await edit({ id: 0, text: 'Another beginning.' });
    edited.resolve();
    expect(await settled()).toMatchObject({ status: 'completed', finished: { outdated: true } });
    await ask();
    await until(async () => (await listed())[0]?.finished?.outdated === false);
    const german = await exported({ format: 'srt', language: 'de' });
    expect(german).toContain(backwards('Another beginning.'));
  });
});

describe('nothing half made is shown as finished', () => {
  test('a failed translation goes on where it stopped', async () => {
    let isBroken = true;
    await set((question) =>
      isBroken && question.user.includes(') What was said at place 20.')
        ? 'Sorry.'
        : good(question),
    );
    await ask();
    const failed = await settled();
    expect(failed).toMatchObject({
      status: 'failed',
      finished: null,
      error: { code: 'translation_unusable', retryable: true },
    });
    expect(failed.progress).toBeGreaterThan(0.3);
    await expect(exported({ format: 'srt', language: 'de' })).rejects.toMatchObject({
      code: 'translation_missing',
    });
    isBroken = false;
    const before = asked().length;
    await ask();
    await until(async () => (await settled()).status === 'completed');
    expect(asked().slice(before).length).toBeLessThan(15);
  });

  test('the finished one stays while a newer one fails, or is stopped', async () => {
    await set();
    await ask();
    await settled();
    const before = await exported({ format: 'srt', language: 'de' });
    replies = () => ({ drop: true });
    await ask();
    const failed = await settled();
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'llm_unreachable' } });
    expect(await exported({ format: 'srt', language: 'de' })).toBe(before);
    replies = () => 'hang';
    await ask();
    await until(async () => (await listed())[0]?.status === 'translating');
    await app.keyClient.cancelTranslation(talk, 'de');
    expect(await listed()).toMatchObject([{ status: 'completed', progress: 1, error: null }]);
    await app.keyClient.cancelTranslation(talk, 'de');
    expect(await exported({ format: 'srt', language: 'de' })).toBe(before);
    await app.keyClient.deleteTranslation(talk, 'de');
    expect(await listed()).toEqual([]);
  });

  test('stopped, it is gone, and the server is asked no more', async () => {
    await set(() => 'hang');
    await ask();
    await until(() => (llm?.questions.length ?? 0) > 0);
    await app.keyClient.cancelTranslation(talk, 'de');
    await until(() => (llm?.brokenOff() ?? 0) > 0);
    expect(await listed()).toEqual([]);
    replies = good;
    await ask('fr');
    expect((await settled('fr')).status).toBe('completed');
    expect(llm?.questions.filter(({ system }) => system.includes('into German')).length).toBe(1);
  });

  test('a restart goes on with what is left', async () => {
    let hold = true;
    await set((question) => (hold && question.user.includes('before:') ? 'hang' : good(question)));
    await ask();
    await until(() => (llm?.questions.length ?? 0) > 1);
    await app.stop();
    hold = false;
    app = await startTestApp({ dataDir });
    expect((await settled()).status).toBe('completed');
    const firsts = asked().filter(({ text }) => text === LINES[0]);
    expect(firsts.length).toBe(1);
  });

  test('what was deleted meanwhile stays deleted', async () => {
    await set(() => 'hang');
    await ask();
    await until(() => (llm?.questions.length ?? 0) > 0);
    await app.client.deleteTranscription(talk);
    await expect(listed()).rejects.toMatchObject({ code: 'not_found' });
  });
});

/** Before the service starts: a data folder is open once. */
async function storeInEnglish(): Promise<string> {
  const { db, close } = await openTestDatabase(dataDir);
  const said = { startMs: 0, endMs: 2000, text: 'Good evening.', words: [], confidence: 1 };
  const windows = [[{ ...said, speaker: 'Speaker 1', language: 'en' }]];
  const about = { facts: { language: 'de' }, options: { translate: true } };
  const id = await storeSegments(db, { title: 'Abend', windows, structured: null, ...about });
  await close();
  return id;
}

test('what Whisper has translated into English is English', async () => {
  await set();
  const into = (language: string) => app.keyClient.createTranslation(inEnglish, { language });
  await expect(into('en')).rejects.toMatchObject({ code: 'same_language' });
  await into('de');
  await until(() => llm?.questions[0]);
  expect(llm?.questions[0]?.system).toContain('from English into German');
  await app.keyClient.deleteTranslation(inEnglish, 'de');
});

describe('refused is', () => {
  test('translating without a language model', async () => {
    await expect(ask()).rejects.toMatchObject({ code: 'llm_missing' });
    expect(await listed()).toEqual([]);
  });

  test('an unknown language, and anything but a language', async () => {
    await set();
    await expect(ask('xx')).rejects.toMatchObject({ code: 'unknown_language' });
    await expect(ask('constructor')).rejects.toMatchObject({ code: 'unknown_language' });
    await expect(ask('')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('a transcription that is not completed, or not there', async () => {
    await set();
    const of = (id: string) => app.keyClient.createTranslation(id, { language: 'de' });
    await expect(of(unfinished)).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(of('trs_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an export that has no translation, or no such format', async () => {
    const refused = (options: Partial<ExportInput> & Pick<ExportInput, 'format'>) =>
      expect(exported(options)).rejects;
    await refused({ format: 'srt', language: 'de' }).toMatchObject({ code: 'translation_missing' });
    const invalid = { code: 'invalid_request' };
    await refused({ format: 'docx', language: 'de' }).toMatchObject(invalid);
    await refused({ format: 'srt', bilingual: 'true' }).toMatchObject(invalid);
    await refused({ format: 'txt', language: 'de', bilingual: 'true' }).toMatchObject(invalid);
    const deleted = app.keyClient.deleteTranslation(talk, 'de');
    await expect(deleted).rejects.toMatchObject({ code: 'not_found' });
  });
});
