import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setOpenAtLogin } from '../../../src/main/electron/app-lifecycle.ts';

test('a program in a folder of any name is started at login on Linux', async () => {
  const configDir = await mkdtemp(join(tmpdir(), 'steno-test-'));
  const app = { setLoginItemSettings: () => {} };
  const program = '/opt/Jörg\'s $HOME;x 100% "a" `b` c\\d/steno';
  await setOpenAtLogin({ app, platform: 'linux', program, configDir }, true);
  const entry = await readFile(join(configDir, 'autostart', 'steno.desktop'), 'utf8');
  const value = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  // As the specification reads it: escapes of every value, then the quotes of Exec, then its fields.
  const unescaped = value.replaceAll('\\\\', '\\');
  const quoted = /^"((?:\\.|[^"\\])*)" --hidden$/.exec(unescaped)?.[1] ?? '';
  expect(quoted.replace(/\\(.)/g, '$1').replaceAll('%%', '%')).toBe(program);
  expect(value).toContain('\\\\$HOME');
  await rm(configDir, { recursive: true });
});
