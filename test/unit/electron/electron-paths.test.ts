import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coreEnvironment } from '../../../src/main/electron/paths.ts';

const resourcesPath = join('/', 'opt', 'Steno');

test('the packaged app finds its models and engine beside the archive', () => {
  const env = coreEnvironment({ STENO_PORT: '1' }, { isPackaged: true, resourcesPath });
  expect(env).toEqual({ STENO_PORT: '1', STENO_RESOURCES: join(resourcesPath, 'resources') });
});

test('a folder the person names wins', () => {
  const env = { STENO_RESOURCES: 'mine' };
  expect(coreEnvironment(env, { isPackaged: true, resourcesPath })).toEqual(env);
});

test('from a checkout nothing is changed', () => {
  expect(coreEnvironment({}, { isPackaged: false, resourcesPath })).toEqual({});
});
