import { describe, expect, test } from 'vitest';
import {
  createActivityLog,
  describeActivity,
} from '../../../src/main/electron/system-integration/activity.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import type { TranscriptionSummary } from '../../../src/shared/transcription/transcription.ts';
import { finishedTranscription } from '../../helpers/corpus/finished-transcription.ts';

function happened(id: string, fields: Partial<TranscriptionSummary>): ServerEvent {
  const { result: _, ...summary } = finishedTranscription([]);
  const running = { ...summary, id, status: 'processing' as const, progress: 0 };
  return { type: 'transcription', transcription: { ...running, ...fields } };
}

const failure = (code: 'canceled' | 'source_timeout') => ({
  status: 'failed' as const,
  error: { code, message: 'It took too long.', stage: null, retryable: true },
});

describe('what is going on', () => {
  test('is the mean progress of what is not over', () => {
    const log = createActivityLog();
    expect(describeActivity(log.now(), null)).toBe('Steno');
    log.apply(happened('a', { progress: 0.5 }));
    expect(describeActivity(log.now(), null)).toBe('Steno: transcribing, 50%');
    log.apply(happened('b', { status: 'queued' }));
    expect(describeActivity(log.now(), null)).toBe('Steno: 2 recordings, 25%');
    log.apply({ type: 'transcription_deleted', id: 'a' });
    expect(log.now()).toEqual({ active: 1, progress: 0 });
  });

  test('an end is told once, and only of what was under way', () => {
    const log = createActivityLog();
    expect(log.apply(happened('a', { status: 'completed', progress: 1 }))).toBeNull();
    log.apply(happened('a', { progress: 0.9 }));
    const done = happened('a', { status: 'completed', progress: 1 });
    expect(log.apply(done)).toMatchObject({ id: 'a', completed: true });
    expect(log.apply(done)).toBeNull();
  });

  test('a failure carries its reason; what a person canceled is no news', () => {
    const log = createActivityLog();
    log.apply(happened('a', {}));
    expect(log.apply(happened('a', failure('source_timeout')))).toMatchObject({
      completed: false,
      message: 'It took too long.',
    });
    log.apply(happened('b', {}));
    expect(log.apply(happened('b', failure('canceled')))).toBeNull();
  });
});
