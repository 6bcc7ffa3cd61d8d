import { beforeEach, describe, expect, test } from 'vitest';
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
      showInFolder: (path) => shown.push(path),
      chooseFolder: async () => null,
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
