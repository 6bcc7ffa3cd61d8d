/** The text of a recording under way, as it is announced. */
import { expect, test } from 'vitest';
import { createSegmentNews } from '../../../src/main/queue/windows/announce-segments.ts';
import type { Job } from '../../../src/main/repositories/jobs/job.ts';
import type { TranscriptSoFar } from '../../../src/main/repositories/transcripts/transcript-so-far.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

const upTo = (window: number): TranscriptSoFar => ({
  ...{ from: 0, segments: [], window, untilMs: 0, mediaType: null },
});

test('what was read before all was forgotten is not announced, and all is announced again', async () => {
  const clock = createFakeClock();
  const reads: { after: number; answer: (read: TranscriptSoFar) => void }[] = [];
  const told: number[] = [];
  const news = createSegmentNews({
    transcripts: {
      transcriptSoFar: (_id, { after } = {}) =>
        new Promise((answer) => reads.push({ after: after?.window ?? -1, answer })),
    },
    tell: (_job, { window }) => told.push(window),
    clock,
    job: { id: 'one' } as Job,
    signal: new AbortController().signal,
  });
  news.windowStored();
  await until(() => reads.length === 1);
  news.again();
  reads[0]?.answer(upTo(2));
  await clock.sleeping();
  news.windowStored();
  await clock.advance(1000);
  await until(() => reads.length === 2);
  expect(reads[1]?.after).toBe(-1);
  reads[1]?.answer(upTo(0));
  await until(() => told.length > 0);
  expect(told).toEqual([0]);
});
