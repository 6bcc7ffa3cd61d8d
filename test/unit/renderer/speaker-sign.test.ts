import { expect, test } from 'vitest';
import { speakerColor, speakerShape } from '../../../src/renderer/src/text/speaker-sign.ts';
import { MAX_SPEAKERS } from '../../../src/shared/transcription/speakers.ts';

test('no two speakers of a recording have the same sign', () => {
  const signs = Array.from(
    { length: MAX_SPEAKERS },
    (_, at) => `${speakerColor(at + 1)} ${speakerShape(at + 1)}`,
  );
  expect(new Set(signs).size).toBe(MAX_SPEAKERS);
});
