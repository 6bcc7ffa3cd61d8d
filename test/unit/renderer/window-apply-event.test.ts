import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  announcement,
  appendPage,
  applyEvent,
  emptyLibrary,
  type LibraryState,
} from '../../../src/renderer/src/stores/library/library-state.ts';
import { TranscriptionSummary } from '../../../src/shared/transcription/transcription.ts';
import { NO_OPTIONS } from '../../helpers/corpus/finished-transcription.ts';

describe('the library follows what the service reports', () => {
  test('a new recording goes on top', () => {
    const state = applyEvent(library([2, 1]), reported(3));
    expect(shown(state)).toEqual([3, 2, 1]);
  });

  test('of two recordings of the same moment, the one reported last is on top', () => {
    const second = { ...recording(1), id: 'same-moment', recording_id: 'same-moment' };
    const state = applyEvent(library([1]), { type: 'transcription', transcription: second });
    expect(state.ids).toEqual(['same-moment', recording(1).id]);
  });

  test('a change replaces the recording where it is', () => {
    const state = applyEvent(library([3, 2, 1]), reported(2, { progress: 0.5 }));
    expect(shown(state)).toEqual([3, 2, 1]);
    expect(state.byId.get(recording(2).id)?.progress).toBe(0.5);
  });

  test('a change leaves every other recording the same object', () => {
    const before = library([2, 1]);
    const after = applyEvent(before, reported(2, { progress: 0.5 }));
    expect(after.ids).toBe(before.ids);
    expect(after.byId.get(recording(1).id)).toBe(before.byId.get(recording(1).id));
    expect(before.byId.get(recording(2).id)?.progress).toBe(0);
  });

  test('a change of one on a page not loaded yet waits for that page', () => {
    const before = library([9, 8], 'cursor');
    expect(applyEvent(before, reported(1))).toBe(before);
  });

  test('when everything is loaded, an older one takes its place at the end', () => {
    expect(shown(applyEvent(library([9, 8]), reported(1)))).toEqual([9, 8, 1]);
  });

  test('among titles, one that is renamed moves; one that belongs on a page not loaded yet goes', () => {
    const { source } = recording(9);
    const renamed = reported(9, { source: { ...source, title: '1b.mp3' } });
    const byTitle = { ...library([1, 2, 9]), sort: 'title' } as const;
    expect(shown(applyEvent(byTitle, renamed))).toEqual([1, 9, 2]);
    expect(shown(applyEvent(byTitle, reported(1, { progress: 0.5 })))).toEqual([1, 2, 9]);
    const away = reported(1, { source: { ...source, title: 'z.mp3' } });
    expect(shown(applyEvent({ ...byTitle, nextCursor: 'cursor' }, away))).toEqual([2, 9]);
  });

  test('a new version takes the place of the one before, unless it fails', () => {
    const version = { recording_id: 'trs_1', version: 2 };
    const running = applyEvent(library([3, 1]), reported(4, version));
    expect(shown(running)).toEqual([4, 3]);
    const failed = applyEvent(running, reported(4, { ...version, status: 'failed' }));
    expect(shown(applyEvent(failed, reported(1)))).toEqual([3, 1]);
    expect(
      shown(applyEvent(library([3, 1]), reported(4, { ...version, status: 'failed' }))),
    ).toEqual([3, 1]);
  });

  test('one that is moved out of the open project goes, and one that is moved into it comes', () => {
    const project_id = 'prj_open';
    const open = { ...library([3, 1]), project: project_id };
    const moved = applyEvent(open, reported(3, { project_id: 'prj_other' }));
    expect(shown(moved)).toEqual([1]);
    expect(shown(applyEvent(moved, reported(2, { project_id })))).toEqual([2, 1]);
    const inNone = { ...library([1]), project: 'none' };
    expect(shown(applyEvent(inNone, reported(2)))).toEqual([2, 1]);
    expect(shown(applyEvent(inNone, reported(1, { project_id })))).toEqual([]);
  });

  test('a deleted one disappears, and an unknown one changes nothing', () => {
    const before = library([2, 1]);
    expect(shown(applyEvent(before, deleted(2)))).toEqual([1]);
    expect(applyEvent(before, deleted(7))).toBe(before);
  });

  test('an older page keeps what events already brought', () => {
    const before = applyEvent(library([3], 'cursor'), reported(4, { progress: 0.9 }));
    const page = { data: [recording(4), recording(2)], has_more: false, next_cursor: null };
    const after = appendPage(before, page);
    expect(shown(after)).toEqual([4, 3, 2]);
    expect(after.byId.get(recording(4).id)?.progress).toBe(0.9);
    expect(after.nextCursor).toBeNull();
  });

  test('in any order of events, every id is shown once, newest first', () => {
    const events = fc.array(
      fc.oneof(
        fc.nat(20).map((n) => reported(n)),
        fc.nat(20).map((n) => deleted(n)),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(events, (all) => {
        const state = all.reduce(applyEvent, emptyLibrary);
        expect(shown(state)).toEqual([...new Set(shown(state))].sort((a, b) => b - a));
        expect([...state.byId.keys()].sort()).toEqual([...state.ids].sort());
      }),
    );
  });
});

describe('what is read out', () => {
  const running = recording(1, { status: 'processing' });

  test('a finished and a failed recording, by name', () => {
    const error = {
      code: 'empty_media',
      message: 'The file is empty.',
      stage: null,
      retryable: false,
    };
    const failed = recording(1, { status: 'failed', error });
    expect(announcement(running, recording(1, { status: 'completed' }), 'Talk')).toBe(
      'Talk has been transcribed.',
    );
    expect(announcement(running, failed, 'Talk')).toBe('Talk failed. The file is empty.');
  });

  test('not progress, and not what was over when the page opened', () => {
    expect(announcement(running, { ...running, progress: 0.5 }, 'Talk')).toBeNull();
    expect(announcement(undefined, recording(1, { status: 'completed' }), 'Talk')).toBeNull();
  });
});

/** Number n is made n seconds after the first. */
function recording(n: number, changes: object = {}): TranscriptionSummary {
  return TranscriptionSummary.parse({
    id: `trs_${n}`,
    tags: [],
    favorite: false,
    project_id: null,
    text_until: null,
    trashed_at: null,
    status: 'queued',
    test: false,
    revision: 0,
    speaker_count: null,
    source: {
      type: 'url',
      url: `https://example.com/${n}.mp3`,
      title: null,
      uploader: null,
      thumbnail_url: null,
      tracks: [],
    },
    duration_seconds: null,
    points_spent: 0,
    webhook_url: null,
    error: null,
    created_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    completed_at: null,
    stage: null,
    progress: 0,
    eta_seconds: null,
    warnings: [],
    language: null,
    model: null,
    speakers_expected: null,
    options: NO_OPTIONS,
    recording_id: `trs_${n}`,
    version: 1,
    metadata: {},
    ...changes,
  });
}

function reported(n: number, changes: object = {}) {
  return { type: 'transcription', transcription: recording(n, changes) } as const;
}

function deleted(n: number) {
  return { type: 'transcription_deleted', id: recording(n).id } as const;
}

function library(numbers: number[], nextCursor: string | null = null): LibraryState {
  return appendPage(emptyLibrary, {
    data: numbers.map((n) => recording(n)),
    has_more: nextCursor !== null,
    next_cursor: nextCursor,
  });
}

function shown({ ids }: LibraryState): number[] {
  return ids.map((id) => Number(id.slice(4)));
}
