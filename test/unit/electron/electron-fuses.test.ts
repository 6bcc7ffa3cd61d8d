/** What the installed program can never be made to do by its command line or environment. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const settings = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
const [, fuses = ''] = /^electronFuses:\n((?: .*\n)+)/m.exec(settings) ?? [];

test.each<[fuse: string, value: boolean, what: string]>([
  ['runAsNode', false, 'run other scripts than its own'],
  ['enableNodeOptionsEnvironmentVariable', false, 'load a module that NODE_OPTIONS names'],
  ['enableNodeCliInspectArguments', false, 'be debugged by another program'],
  ['grantFileProtocolExtraPrivileges', false, 'read files through file: pages'],
  ['enableCookieEncryption', true, 'keep its cookies readable'],
  ['enableEmbeddedAsarIntegrityValidation', true, 'run code that was changed'],
  ['onlyLoadAppFromAsar', true, 'run code from elsewhere'],
])('%s is %s, so that it cannot %s', (fuse, value, _what) => {
  expect(fuses.split('\n').map((line) => line.trim())).toContain(`${fuse}: ${value}`);
});
