import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMonitor } from '../../../src/main/media/pulse.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steno-pactl-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What is asked of a `pactl` that tells of such a monitor. */
async function asked(percent: number, muted: boolean): Promise<string[]> {
  const program = join(folder, `pactl-${percent}-${muted}`);
  const log = `${program}.log`;
  const volume = `Volume: front-left: 1 / ${percent}% / 0 dB, front-right: 1 / ${percent}% / 0 dB`;
  await writeScript(
    program,
    `echo "$@" >> ${shellWord(log)}`,
    'case "$1" in',
    `get-source-volume) echo ${shellWord(volume)} ;;`,
    `get-source-mute) echo "Mute: ${muted ? 'yes' : 'no'}" ;;`,
    'esac',
  );
  await openMonitor(program);
  return (await readFile(log, 'utf8')).trim().split('\n');
}

test.runIf(process.platform !== 'win32')('a quiet or muted monitor is turned up', async () => {
  expect(await asked(3, true)).toEqual([
    'get-source-volume @DEFAULT_MONITOR@',
    'set-source-volume @DEFAULT_MONITOR@ 100%',
    'get-source-mute @DEFAULT_MONITOR@',
    'set-source-mute @DEFAULT_MONITOR@ 0',
  ]);
});

test.runIf(process.platform !== 'win32')('one that is heard stays as it is', async () => {
  expect(await asked(80, false)).toEqual([
    'get-source-volume @DEFAULT_MONITOR@',
    'get-source-mute @DEFAULT_MONITOR@',
  ]);
});

test('without the program nothing happens', async () => {
  await expect(openMonitor(join(folder, 'missing'))).resolves.toBeUndefined();
});
