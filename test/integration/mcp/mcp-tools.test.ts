import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TranscriptionSummary } from '../../../src/shared/transcription/transcription.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { type Agent, connectAgent, ERAS } from '../../helpers/harness/agent.ts';
import { ask, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';

const State = z.object({
  notice: z.string(),
  transcription: TranscriptionSummary,
  next: z.string(),
});

let app: TestApp;
let dataDir: string;
let stored = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const windows = [['The storm reached the harbour.', 'Nobody was hurt.'], ['It is over.']];
  [stored = ''] = await storeTranscripts(dataDir, [{ title: 'Weather', windows }]);
  const engineFile = await writeProgram(join(dataDir, 'engine'), quickEngine);
  app = await startTestApp({ dataDir, engineFile }, { tasks: ONE_VOICE });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe.each(ERAS)('an agent of $revision', ({ revision, mode }) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(app, mode);
  });
  afterAll(() => agent.close());

  test('speaks that revision', () => {
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(revision);
  });

  test('finds the tools, each with schemas and with hints that tell the truth', async () => {
    const { tools } = await agent.client.listTools();
    const hints = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint === true,
      annotations?.destructiveHint === true,
    ]);
    expect(hints.toSorted()).toEqual([
      ['add_highlight', false, false],
      ['cancel_transcription', false, true],
      ['continue_transcription', false, false],
      ['create_transcription', false, false],
      ['get_developer_docs', true, false],
      ['get_transcription', true, false],
      ['list_projects', true, false],
      ['list_transcriptions', true, false],
      ['read_live_recording', true, false],
      ['read_transcript', true, false],
      ['search_transcripts', true, false],
    ]);
    for (const tool of tools) {
      expect(tool.inputSchema, tool.name).toMatchObject({ additionalProperties: false });
      expect(tool.outputSchema?.['type'], tool.name).toBe('object');
    }
  });

  test('reads what is being recorded', async () => {
    const none = await agent.client.callTool({ name: 'read_live_recording', arguments: {} });
    expect(none.isError).toBe(true);
    const { id } = await app.keyClient.openRecording({ title: 'Standup' });
    expect(await agent.call('read_live_recording', {})).toMatchObject({
      recording: { id, title: 'Standup', status: 'recording' },
      ...{ segments: [], provisional: [], next_from: 0 },
    });
    await app.keyClient.discardRecording(id);
  });

  test('transcribes an upload, waits for it, and reads it', async () => {
    const file = new Blob([new Uint8Array(shortBytes())]);
    const { url } = await app.keyClient.uploadFile(file, 'short.mp3');
    let state = State.parse(await agent.call('create_transcription', { url, wait_seconds: 45 }));
    while (state.transcription.status !== 'completed') {
      expect(state.transcription.error).toBeNull();
      expect(state.next).toContain('get_transcription');
      const { id } = state.transcription;
      state = State.parse(await agent.call('get_transcription', { id, wait_seconds: 45 }));
    }
    expect(state.next).toContain('read_transcript');
    const { id } = state.transcription;
    const { text } = await agent.call('read_transcript', { id, format: 'text' });
    expect(text).toBe((await app.client.getTranscription(id)).result?.text);
    const mark = { id, start: 0, end: 60, color: 'green', comment: 'By an agent' };
    const { highlight } = await agent.call('add_highlight', mark);
    expect(highlight).toMatchObject({ color: 'green', comment: 'By an agent', text });
    const page = await agent.call('read_transcript', { id, format: 'highlights' });
    const marked: unknown = JSON.parse(String(page['text']));
    expect(marked).toMatchObject({ text, comment: 'By an agent', segment_ids: [0, 1, 2] });
  });

  describe('while the queue is busy', () => {
    let queue: Awaited<ReturnType<typeof keepQueueBusy>>;
    beforeAll(async () => {
      queue = await keepQueueBusy(app.client);
    });
    afterAll(() => queue.release());

    test('gets the id back when its patience ends, and can cancel', async () => {
      const request = { url: 'https://example.com/a.mp3', wait_seconds: 1 };
      const created = State.parse(await agent.call('create_transcription', request));
      const { id, status } = created.transcription;
      expect(status).toBe('queued');
      expect(created.next).toContain('Call get_transcription');
      const canceled = State.parse(await agent.call('cancel_transcription', { id }));
      expect(canceled.transcription.error?.code).toBe('canceled');
      await expect(agent.call('cancel_transcription', { id })).rejects.toThrow(/^wrong_state: /);
    });

    test('is told at once when what it waits for ends', async () => {
      const request = { url: 'https://example.com/b.mp3', wait_seconds: 0 };
      const { id } = State.parse(await agent.call('create_transcription', request)).transcription;
      const waiting = agent.call('get_transcription', { id, wait_seconds: 45 });
      await app.client.cancelTranscription(id);
      expect(State.parse(await waiting).transcription.status).toBe('failed');
    });

    test('creates nothing twice under one idempotency key', async () => {
      const request = {
        url: 'https://example.com/c.mp3',
        wait_seconds: 0,
        idempotency_key: `once-${revision}`,
      };
      const first = State.parse(await agent.call('create_transcription', request));
      const second = State.parse(await agent.call('create_transcription', request));
      expect(second.transcription.id).toBe(first.transcription.id);
    });
  });

  test('lists and searches what the HTTP API lists and finds', async () => {
    const { notice, ...list } = await agent.call('list_transcriptions', { status: ['completed'] });
    expect(list).toEqual(await app.client.listTranscriptions({ status: ['completed'] }));
    const { notice: _, ...found } = await agent.call('search_transcripts', { query: 'storm' });
    expect(found).toEqual(await app.client.search({ q: 'storm' }));
    expect(found).toMatchObject({ data: [{ transcription_id: stored, segment_id: 0 }] });
    expect(notice).toContain('untrusted');
  });

  test('lists projects, and what is in them', async () => {
    const name = `Of ${revision}`;
    const { id } = await app.client.createProject({ name, vocabulary: ['Zoë'] });
    const { data } = await agent.call('list_projects', {});
    expect(data).toContainEqual({ id, name, language: null, recordings: 0 });
    const { data: inIt } = await agent.call('list_transcriptions', { project_id: id });
    expect(inIt).toEqual([]);
    const { data: found } = await agent.call('search_transcripts', {
      query: 'storm',
      project_id: id,
    });
    expect(found).toEqual([]);
  });

  test('reads the very document that is served', async () => {
    const { text } = await agent.call('get_developer_docs', { topic: 'openapi' });
    expect((await ask(`${app.url}/openapi.json`)).body.startsWith(`${text}\n`)).toBe(true);
  });

  test.each([
    ['create_transcription', {}],
    ['create_transcription', { url: 'https://example.com/a.mp3', wait_seconds: 46 }],
    [
      'create_transcription',
      { url: 'https://example.com/a.mp3', webhook_url: 'https://a.example' },
    ],
    ['create_transcription', { url: 'https://example.com/a.mp3', language: 'nonsense' }],
    ['get_transcription', { id: 7 }],
    ['read_transcript', { id: 'trs_x', format: 'docx' }],
    ['read_transcript', { id: 'trs_x', offset: -1 }],
    ['search_transcripts', { query: '' }],
    ['get_developer_docs', { topic: '../../etc/passwd' }],
    ['delete_transcription', { id: 'trs_x' }],
  ])('is refused: %s %j', async (name, input) => {
    const before = (await app.client.listTranscriptions({ limit: 100 })).data.length;
    await expect(agent.call(name, input)).rejects.toThrow(/invalid|not found/i);
    expect((await app.client.listTranscriptions({ limit: 100 })).data).toHaveLength(before);
  });
});
