import { expect, test } from 'vitest';
import { canMove, isTerminal } from '../../../src/shared/transcription/job-state.ts';
import { TranscriptionStatus } from '../../../src/shared/transcription/transcription.ts';

const ALLOWED = new Set([
  'queued → processing',
  'queued → failed',
  'processing → queued',
  'processing → completed',
  'processing → failed',
]);

const moves = TranscriptionStatus.options.flatMap((from) =>
  TranscriptionStatus.options.map((to) => ({ from, to })),
);

test.each(moves)('$from → $to', ({ from, to }) => {
  expect(canMove(from, to)).toBe(ALLOWED.has(`${from} → ${to}`));
});

test('only completed and failed are the end', () => {
  expect(TranscriptionStatus.options.filter(isTerminal)).toEqual(['completed', 'failed']);
});
