import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setUpIpc } from '../../../src/main/electron/ipc.ts';
import { createSavedFiles } from '../../../src/main/electron/saved-files.ts';
import { CHANNELS } from '../../../src/preload/bridge.ts';

type Sender = { origin: string; parent: unknown } | null;

const origin = 'http://127.0.0.1:4717';
const window: Sender = { origin, parent: null };

describe('showing a saved file in its folder', () => {
  let shown: string[];
  let savedFiles: ReturnType<typeof createSavedFiles>;
  let call: (senderFrame: Sender, argument: unknown) => unknown;

  beforeEach(() => {
    shown = [];
    savedFiles = createSavedFiles();
    setUpIpc({
      handle: (channel, run) => {
        if (channel !== CHANNELS.showSavedFile) return;
        call = (senderFrame, argument) => run({ senderFrame }, argument);
      },
      origin,
      savedFiles,
      recordingsDir: '/nowhere',
      showInFolder: (path) => shown.push(path),
      chooseFolder: async () => null,
      openCaptions: () => {},
      onReady: () => {},
    });
  });

  test('the window gets a name and an id, and may show that file', () => {
    const file = savedFiles.remember('/home/anna/Talk.srt');
    expect(file.name).toBe('Talk.srt');
    call(window, file.id);
    expect(shown).toEqual(['/home/anna/Talk.srt']);
  });

  test('a path or an unknown id shows nothing', () => {
    call(window, '/etc/passwd');
    call(window, 'unknown');
    expect(shown).toEqual([]);
  });

  test.each<[string, Sender]>([
    ['another origin', { origin: 'http://127.0.0.1:9999', parent: null }],
    ['a frame inside the page', { origin, parent: {} }],
    ['a frame that is gone', null],
  ])('%s is refused', (_who, sender) => {
    const { id } = savedFiles.remember('/home/anna/Talk.srt');
    expect(() => call(sender, id)).toThrow('Only the main frame');
    expect(shown).toEqual([]);
  });

  test.each([
    ['nothing', undefined],
    ['an object', {}],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('%s as the id is refused', (_what, argument) =>
    expect(() => call(window, argument)).toThrow(),
  );

  test('only the last fifty files are remembered', () => {
    const first = savedFiles.remember('/home/anna/0.srt');
    for (let i = 1; i <= 50; i++) savedFiles.remember(`/home/anna/${i}.srt`);
    expect(savedFiles.path(first.id)).toBeUndefined();
  });
});

describe('showing where a recording is kept', () => {
  const id = `trs_${'a'.repeat(22)}`;
  let dataDir: string;
  let shown: string[];
  let call: (senderFrame: Sender, argument: unknown) => unknown;

  beforeEach(async () => {
    shown = [];
    dataDir = await mkdtemp(join(tmpdir(), 'steno-ipc-'));
    await mkdir(join(dataDir, 'recordings', id), { recursive: true });
    await writeFile(join(dataDir, 'recordings', id, 'media'), 'sound');
    await writeFile(join(dataDir, 'media'), 'not a recording');
    setUpIpc({
      handle: (channel, run) => {
        if (channel !== CHANNELS.showRecording) return;
        call = (senderFrame, argument) => run({ senderFrame }, argument);
      },
      origin,
      savedFiles: createSavedFiles(),
      recordingsDir: join(dataDir, 'recordings'),
      showInFolder: (path) => shown.push(path),
      chooseFolder: async () => null,
      openCaptions: () => {},
      onReady: () => {},
    });
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  test('the window names a transcription, and its recording is shown', () => {
    expect(call(window, id)).toBe(true);
    expect(shown).toEqual([join(dataDir, 'recordings', id, 'media')]);
  });

  test('where none is kept, nothing is shown', () => {
    expect(call(window, `trs_${'b'.repeat(22)}`)).toBe(false);
    expect(shown).toEqual([]);
  });

  test.each(['..', '/etc', `../recordings/${id}`, `${id}/..`, '', undefined])(
    '%s as the id is refused',
    (argument) => {
      expect(() => call(window, argument)).toThrow();
      expect(shown).toEqual([]);
    },
  );

  test('another page may not ask', () => {
    expect(() => call({ origin: 'http://127.0.0.1:9999', parent: null }, id)).toThrow(
      'Only the main frame',
    );
    expect(shown).toEqual([]);
  });
});
