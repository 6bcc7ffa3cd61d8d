/** The scripts of `steno completion`, in the shells that are installed. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const scripts = new Map<string, string>();

beforeAll(async () => {
  const folder = await makeTempFolder();
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await runSteno(['completion', shell]);
    expect(code).toBe(0);
    scripts.set(shell, join(folder, shell));
    await writeFile(join(folder, shell), stdout);
  }
});

test('an unknown shell is wrong usage', async () => {
  const { code, stderr } = await runSteno(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
});

describe.runIf(isInstalled('bash'))('bash', () => {
  /** What it offers for a line whose last word is the one being typed. */
  const offers = async (...words: string[]) => {
    const script = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _steno; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ['-c', script, scripts.get('bash') ?? '', 'steno', ...words];
    const { stdout } = await promisify(execFile)('bash', ['--norc', ...args]);
    return stdout.split('\n').filter(Boolean);
  };

  test('offers commands, and those below them', async () => {
    expect(await offers('t')).toEqual(['transcribe', 'translate']);
    expect(await offers('models', 'd')).toEqual(['download', 'default']);
    expect(await offers('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('offers the options of the command, and the values of an option', async () => {
    expect(await offers('watch', '--on')).toEqual(['--once']);
    expect(await offers('watch', 'some folder', '--js')).toEqual(['--json']);
    expect(await offers('keys', 'create', '--scope', '')).toEqual(['own', 'all', 'read', 'worker']);
    expect(await offers('export', '--format', 's')).toEqual(['srt']);
    expect(await offers('--ver')).toEqual(['--version']);
  });

  test('leaves files to the shell, and offers folders where one is asked for', async () => {
    expect(await offers('transcribe', 'ta')).toEqual([]);
    expect(await offers('transcribe', '--model', 'tr')).toEqual([]);
    expect(await offers('transcribe', '--out', '/us')).toEqual(['/usr']);
  });
});

describe.each(['zsh', 'fish'])('%s', (shell) => {
  test.runIf(isInstalled(shell))('reads its script without complaint', async () => {
    const read = promisify(execFile)(shell, ['-n', scripts.get(shell) ?? '']);
    expect(await read).toEqual({ stdout: '', stderr: '' });
  });
});

test.runIf(isInstalled('fish'))('fish offers commands, options and their values', async () => {
  const offers = async (line: string) => {
    const script = 'source $argv[1]; complete -C $argv[2]';
    const args = ['--no-config', '-c', script, scripts.get('fish') ?? '', line];
    const { stdout } = await promisify(execFile)('fish', args);
    return stdout.split('\n').flatMap((offer) => offer.split('\t')[0] || []);
  };
  expect(await offers('steno tr')).toEqual(['transcribe', 'translate']);
  expect(await offers('steno watch --on')).toEqual(['--once']);
  expect(await offers('steno export --format s')).toEqual(['srt']);
});
