import { expect, test } from 'vitest';
import { toRoute } from '../../../src/renderer/src/route.ts';

test.each([
  ['/', { page: 'library', project: '' }],
  ['/projects/none', { page: 'library', project: 'none' }],
  ['/projects/prj_a1', { page: 'library', project: 'prj_a1' }],
  ['/projects/prj_a1/options', { page: 'project', id: 'prj_a1', section: 'options' }],
  ['/projects/', { page: 'missing' }],
  ['/developers', { page: 'developers', section: '' }],
  ['/developers/usage', { page: 'developers', section: 'usage' }],
  ['/settings', { page: 'settings', section: '' }],
  ['/settings/models', { page: 'settings', section: 'models' }],
  ['/t/trs_a1', { page: 'transcript', id: 'trs_a1', at: null, view: 'read', compare: null }],
  [
    '/t/trs_a1?at=12.5',
    { page: 'transcript', id: 'trs_a1', at: 12.5, view: 'read', compare: null },
  ],
  ['/t/trs_a1?at=-1', { page: 'transcript', id: 'trs_a1', at: null, view: 'read', compare: null }],
  [
    '/t/trs_a1?at=Infinity',
    { page: 'transcript', id: 'trs_a1', at: null, view: 'read', compare: null },
  ],
  [
    '/t/trs_a1?at=soon',
    { page: 'transcript', id: 'trs_a1', at: null, view: 'read', compare: null },
  ],
  [
    '/t/trs_a1?compare=trs_b2',
    { page: 'transcript', id: 'trs_a1', at: null, view: 'read', compare: 'trs_b2' },
  ],
  [
    '/t/trs_a1?view=terms',
    { page: 'transcript', id: 'trs_a1', at: null, view: 'terms', compare: null },
  ],
  [
    '/t/trs_a1?view=none',
    { page: 'transcript', id: 'trs_a1', at: null, view: 'read', compare: null },
  ],
  ['/t/../secret', { page: 'missing' }],
  ['/nowhere', { page: 'missing' }],
])('the address %s shows %j', (address, route) => {
  expect(toRoute(address)).toEqual(route);
});
