import { expect, test } from 'vitest';
import { toRoute } from '../../../src/renderer/src/route.ts';

test.each([
  ['/', { page: 'library' }],
  ['/developers', { page: 'developers' }],
  ['/settings', { page: 'settings', section: '' }],
  ['/settings/models', { page: 'settings', section: 'models' }],
  ['/t/trs_a1', { page: 'transcript', id: 'trs_a1', at: null, compare: null }],
  ['/t/trs_a1?at=12.5', { page: 'transcript', id: 'trs_a1', at: 12.5, compare: null }],
  ['/t/trs_a1?at=-1', { page: 'transcript', id: 'trs_a1', at: null, compare: null }],
  ['/t/trs_a1?at=Infinity', { page: 'transcript', id: 'trs_a1', at: null, compare: null }],
  ['/t/trs_a1?at=soon', { page: 'transcript', id: 'trs_a1', at: null, compare: null }],
  ['/t/trs_a1?compare=trs_b2', { page: 'transcript', id: 'trs_a1', at: null, compare: 'trs_b2' }],
  ['/t/../secret', { page: 'missing' }],
  ['/nowhere', { page: 'missing' }],
])('the address %s shows %j', (address, route) => {
  expect(toRoute(address)).toEqual(route);
});
