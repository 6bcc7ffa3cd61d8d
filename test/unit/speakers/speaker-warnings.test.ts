import { expect, test } from 'vitest';
import { warningFor } from '../../../src/main/speakers/label-warnings.ts';
import type { Labeling } from '../../../src/main/speakers/labeling.ts';

function labeling(
  method: Labeling['method'],
  count: number,
  confidence: number,
  countDoubt: Labeling['countDoubt'] = null,
): Labeling {
  const embeddings = {
    model: 'speaker',
    digest: null,
    space: 'neural',
    dim: 0,
    windows: [],
    vectors: new Float32Array(0),
  };
  return {
    method,
    count,
    confidence,
    countDoubt,
    turns: [],
    embeddings,
    centroids: { space: null, dim: 0, vectors: embeddings.vectors },
  };
}

test.each([
  ['several voices that part badly', labeling('neural', 3, 0.4), 'hard to tell apart'],
  ['one voice that may be several', labeling('neural', 1, 0.2, 'more'), 'may be several'],
  ['voices told apart without a model', labeling('acoustic', 2, 0.9), 'pitch and sound'],
  ['one more speaker than there may be', labeling('neural', 3, 0.9, 'fewer'), 'as two speakers'],
  ['fewer voices than people', labeling('neural', 1, 0, 'missing'), 'Fewer voices'],
  ['fewer people than there seem to be', labeling('neural', 2, 0.9, 'more'), 'More people'],
])('there is a warning about %s', (_what, made, words) => {
  expect(warningFor(made)).toContain(words);
});

test.each([
  ['several voices that part well', labeling('neural', 3, 0.6)],
  ['one voice that is surely one', labeling('neural', 1, 0.5)],
  ['one voice where one was expected', labeling('neural', 1, 0)],
  ['two people on a channel each', labeling('channels', 2, 0.6)],
])('there is none about %s', (_what, made) => {
  expect(warningFor(made)).toBeNull();
});
