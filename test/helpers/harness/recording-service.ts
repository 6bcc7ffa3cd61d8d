/** The service of recordings alone, with a clock of its own: what it stores and creates is counted. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createLiveRecordingService } from '../../../src/main/services/live-recordings/live-recording.service.ts';
import { WINDOW } from '../../../src/main/services/principal.ts';
import { createFileService } from '../../../src/main/services/sources/file.service.ts';
import { OpenRecording, type OpenRecordingInput } from '../../../src/shared/recordings.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { openCore } from './core.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { until } from './until.ts';

const NO_TEXT = { segments: [], provisional: [], until: 0, behind: 0, problem: null };
const second = new Uint8Array(32_000).fill(7);
/** `full` says that nothing can be stored. Ended after the test, unless that has closed it. */
export async function startRecordings(dataDir: string, clock = createFakeClock()) {
  const { core, stop } = openCore(dataDir, { clock });
  const world = {
    full: false,
    /** Nothing can be stored, which shows before anything is read. */
    refused: false,
    /** How often the disk was asked how much is free, and when it answers. */
    asks: 0,
    answer: Promise.resolve(),
    stored: [] as number[],
    created: [] as string[],
    status: 'queued' as Transcription['status'],
    highlighted: [] as (string | null)[],
    /** Of what its transcription is asked for. */
    troubles: [] as Error[],
  };
  const files = createFileService({
    ...core,
    removals: {
      ...core.removals,
      async note(entry) {
        if (world.refused) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        await core.removals.note(entry);
      },
    },
    storage: {
      ...core.storage,
      async put(key, content, options) {
        if (!world.full) return core.storage.put(key, content, options);
        await buffer(content);
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    },
  });
  const recordings = createLiveRecordingService(core, {
    checkOptions: async () => {},
    requireFreeDisk: () => {
      world.asks += 1;
      return world.answer;
    },
    liveText: () => ({ text: () => NO_TEXT, grew: () => {}, close: async () => {} }),
    encode: async ({ path }, { write }) => {
      await write(await readFile(path));
    },
    files: {
      resolve: async () => null,
      async store(...given) {
        const file = await files.store(...given);
        world.stored.push(file.bytes);
        return file;
      },
    },
    transcriptions: {
      async create({ url }) {
        world.created.push(url);
        tellStatus();
        return { how: 'created', transcription: { id: 'trs_1' } as Transcription };
      },
      change: async () => ({}) as never,
      async get() {
        const trouble = world.troubles.shift();
        if (trouble) throw trouble;
        const segments = [{ start: 0, end: 1, text: 'Hello.' }];
        const result = world.status === 'completed' ? { segments } : null;
        return { status: world.status, result } as Transcription;
      },
    },
    highlights: {
      async add(_id, { comment }) {
        world.highlighted.push(comment ?? null);
        return {} as never;
      },
      list: async () => ({ data: [] }),
    },
  });
  const tellStatus = () => {
    const transcription = { id: 'trs_1', status: world.status } as Transcription;
    core.events.emit({ type: 'transcription', transcription });
  };
  const discarded: string[] = [];
  core.events.subscribe((event) => {
    if (event.type === 'recording_discarded') discarded.push(event.id);
  });
  await recordings.begin();
  recordings.start();
  let ended: Promise<void> | null = null;
  const close = () => {
    ended ??= recordings.stop().then(stop);
    return ended;
  };
  onTestFinished(close);
  const begin = async (input: OpenRecordingInput = {}) =>
    (await recordings.open(OpenRecording.parse(input), WINDOW, null)).recording.id;
  const put = (id: string, number: number) =>
    recordings.put({ id, number }, second, { principal: WINDOW });
  const status = (id: string) => recordings.get(id, WINDOW).status;
  return { recordings, world, tellStatus, discarded, clock, close, begin, put, status };
}

/** Waits while the clock goes on: what is looked after every few seconds may take longer than the clock was turned. */
export const soon = (clock: FakeClock, look: () => boolean | Promise<boolean>) =>
  until(async () => {
    await clock.advance(5000);
    return look();
  });
