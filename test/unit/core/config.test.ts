import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';

test.each([
  [{}, true],
  [{ STENO_HOST: '0.0.0.0' }, false],
  [{ STENO_HOST: '0.0.0.0', STENO_ALLOW_PRIVATE: '1' }, true],
  [{ STENO_HOST: '0.0.0.0', STENO_ALLOW_PRIVATE: '' }, false],
  [{ STENO_ALLOW_PRIVATE: '0' }, false],
  [{ STENO_ALLOW_PRIVATE: 'off' }, false],
  [{ STENO_ALLOW_PRIVATE: 'False' }, false],
])('with %j, private addresses are reached: %s', (env, isAllowed) => {
  expect(loadConfig({}, env).allowPrivate).toBe(isAllowed);
});
