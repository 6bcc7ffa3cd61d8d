import type {
  EditedSegments,
  EditedTranscript,
  EditSegments,
  EditTranscript,
  HeardPassages,
  History,
  HistoryStep,
  StepRequest,
} from '../../../shared/transcription/editing.ts';
import type { TranscriptSegment } from '../../../shared/transcription/transcription.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import type { StructureText } from '../../queue/structuring.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import type { SegmentRow } from '../../repositories/speakers/speaker-labels.ts';
import {
  createEditRepository,
  type SpeakerLabel,
  type TranscriptChange,
} from '../../repositories/transcripts/edit.repository.ts';
import {
  createHistoryRepository,
  type StoredStep,
  type Voices,
} from '../../repositories/transcripts/history.repository.ts';
import {
  diffRows,
  type RowChange,
  reverse,
  withChanges,
} from '../../repositories/transcripts/row-changes.ts';
import type { StoredResult } from '../../repositories/transcripts/stored-result.ts';
import { toSegment } from '../../repositories/transcripts/stored-segments.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { type Principal, viewOf } from '../principal.ts';
import { findPassages } from './changed-passages.ts';
import { toApiSegment, toResult } from './result-view.ts';
import { applyEdits, kindOf, type RowEdit } from './segment-edits.ts';
import { toSummary } from './transcription-view.ts';

export type EditService = ReturnType<typeof createEditService>;

/** How many steps the history lists. */
const LISTED = 200;

type Dependencies = {
  structure: StructureText;
  /** Queues the structured text for improvement by the language model, if one is configured. */
  improveLater: (id: string) => Promise<void>;
  /** Names a speaker without adding a step to the history. */
  rename: (id: string, number: number, name: string | null, principal: Principal) => Promise<void>;
};

type Stored = { job: Job; revision: number; result: StoredResult; rows: readonly SegmentRow[] };

/** Edits finished transcripts and undoes edits. Search, subtitles and exports use the stored words. */
export function createEditService(
  {
    db,
    events,
    baseUrl,
    clock,
    closing,
  }: Pick<Core, 'db' | 'events' | 'baseUrl' | 'clock' | 'closing'>,
  { structure, improveLater, rename }: Dependencies,
) {
  const edits = createEditRepository(db);
  const history = createHistoryRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);

  const completed = async (id: string, principal: Principal): Promise<Job> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job) throw new AppError('not_found');
    if (job.status !== 'completed') throw new AppError('wrong_state');
    return job;
  };

  const current = async (id: string, revision: number, principal: Principal): Promise<Job> => {
    const job = await completed(id, principal);
    if (job.revision !== revision) throw new AppError('edited_elsewhere');
    return job;
  };

  /** Stores rows with the structured text that follows from them. */
  const store = async (
    job: Job,
    rows: readonly SegmentRow[],
    names: ReadonlyMap<string, string | null>,
    change: Omit<TranscriptChange, 'structured'>,
  ): Promise<Stored> => {
    const structured = await edits.isStructured(job.id);
    const segments = () =>
      rows.map((row, id) => toSegment({ ...row, name: names.get(row.speaker) ?? null }, id));
    const body = structured ? await structure(segments(), job.durationMs ?? 0, closing) : null;
    const revision = await edits.apply(job.id, job.revision, { ...change, structured: body });
    failpoint('edit.stored');
    if (body !== null) await improveLater(job.id);
    const result = await transcripts.result(job.id, { words: false });
    const edited = { ...job, revision, speakerCount: result.speakers.length };
    events.emit({ type: 'transcription', transcription: toSummary(edited) }, job);
    return { job: edited, revision, result, rows };
  };

  const change = async (
    job: Job,
    requested: readonly RowEdit[],
    request: string | null,
  ): Promise<Stored & { changes: readonly RowChange[]; before: readonly SegmentRow[] }> => {
    const { id } = job;
    const before = await edits.rows(id);
    const speakers = await edits.labels(id);
    const known = new Set(speakers.keys());
    const after = await applyEdits(before, requested, {
      speakers,
      transcribed: () => edits.transcribed(id),
      relabeled: () => history.relabeled(id),
    });
    const changes = diffRows(before, after);
    const step = { kind: kindOf(requested), request, madeAt: clock.now(), body: { rows: changes } };
    const added = new Map(
      [...speakers].flatMap(([number, { label }]) => (known.has(number) ? [] : [[number, label]])),
    );
    const stored = await store(job, after, namesOf(speakers.values()), {
      rows: changes,
      added,
      way: { add: step },
    });
    return { ...stored, changes, before };
  };

  const answer = async (
    { job, revision, result, rows }: Stored,
    changes: readonly RowChange[],
    before: readonly SegmentRow[],
    replayed = false,
  ): Promise<EditedTranscript> => {
    const { speakers, structured } = toResult(job, result, baseUrl());
    const firsts = firstOfWindows(before);
    let shift = 0;
    const splices = changes.map(({ window, at, removed, added }) => {
      const first = firstOf(firsts, window, before.length) + at + shift;
      shift += added.length - removed.length;
      const segments = Array.from({ length: added.length }, (_, index) =>
        apiSegment(result, rows, first + index),
      );
      return { first, removed: removed.length, segments };
    });
    const next = await nextSteps(job.id);
    return { revision, replayed, changes: splices, speakers, structured, history: next };
  };

  const nextSteps = async (id: string): Promise<EditedTranscript['history']> => {
    const { undo, redo } = await history.next(id);
    return { undo: undo && toApiStep(undo), redo: redo && toApiStep(redo) };
  };

  const now = async (job: Job): Promise<Stored> => ({
    job,
    revision: job.revision,
    rows: [],
    result: await transcripts.result(job.id, { words: false }),
  });

  /** Undoes or redoes one step. */
  const step = async (
    id: string,
    { revision }: StepRequest,
    principal: Principal,
    way: 'undo' | 'redo',
  ): Promise<EditedTranscript> => {
    const job = await current(id, revision, principal);
    const found = (await history.next(id))[way];
    if (!found) throw new AppError('wrong_state', { message: `There is nothing to ${way}.` });
    const { number } = found;
    const body = await history.body(id, number);
    const undone = way === 'undo';
    if (body.name) {
      const { before, after } = body.name;
      await rename(id, body.name.number, undone ? before : after, principal);
      await history.mark(id, number, undone);
      return answer(await now(await completed(id, principal)), [], []);
    }
    const changes = undone ? reverse(body.rows) : body.rows;
    const before = await edits.rows(id);
    const after = withChanges(before, changes);
    const voices: Voices | undefined = undone ? body.voices?.before : body.voices?.after;
    const names = namesOf(voices?.speakers ?? (await edits.labels(id)).values());
    const marked = undone ? { undo: number } : { redo: number };
    const stored = await store(job, after, names, { rows: changes, voices, way: marked });
    return answer(stored, changes, before);
  };

  return {
    /**
     * Changes texts and speakers.
     * @throws not_found, wrong_state, edited_elsewhere, invalid_request
     */
    async edit(id: string, request: EditSegments, principal: Principal): Promise<EditedSegments> {
      const job = await current(id, request.revision, principal);
      const ids = request.segments.map((segment) => segment.id);
      if (new Set(ids).size < ids.length) {
        const message = 'A segment is named twice.';
        throw new AppError('invalid_request', { param: 'segments', message });
      }
      const stored = await change(job, request.segments.flatMap(toRowEdits), null);
      const { speakers, structured } = toResult(stored.job, stored.result, baseUrl());
      const segments = ids
        .toSorted((a, b) => a - b)
        .map((segment) => apiSegment(stored.result, stored.rows, segment));
      return { revision: stored.revision, segments, speakers, structured };
    },

    /** Changes, splits and joins segments atomically. @throws as `edit` */
    async apply(
      id: string,
      { revision, edits: requested, ...named }: EditTranscript,
      principal: Principal,
    ): Promise<EditedTranscript> {
      const request = named.request ?? null;
      if (request !== null && (await history.has(id, request))) {
        return answer(await now(await completed(id, principal)), [], [], true);
      }
      const job = await current(id, revision, principal);
      const { changes, before, ...stored } = await change(job, requested, request);
      return answer(stored, changes, before);
    },

    /** @throws not_found, wrong_state, edited_elsewhere */
    undo: (id: string, request: StepRequest, principal: Principal) =>
      step(id, request, principal, 'undo'),

    /** @throws not_found, wrong_state, edited_elsewhere */
    redo: (id: string, request: StepRequest, principal: Principal) =>
      step(id, request, principal, 'redo'),

    /** The steps of the history, newest first. @throws not_found, wrong_state */
    async history(id: string, principal: Principal): Promise<History> {
      const { revision } = await completed(id, principal);
      const steps = await history.list(id, LISTED);
      return { revision, data: steps.map(toApiStep), ...(await nextSteps(id)) };
    },

    /** The passages that differ from the original transcript. @throws not_found, wrong_state */
    async transcribed(id: string, principal: Principal): Promise<HeardPassages> {
      const { revision } = await completed(id, principal);
      const rows = await edits.rows(id);
      const names = namesOf((await edits.labels(id)).values());
      const passages = findPassages(rows, await edits.transcribed(id));
      return {
        revision,
        data: passages.map(({ first, last, transcribed }) => ({
          first,
          last,
          start: (rows[first]?.start_ms ?? 0) / 1000,
          heard: transcribed.map(({ speaker, text }) => ({
            speaker: names.get(speaker) ?? speaker,
            text,
          })),
        })),
      };
    },
  };
}

function toRowEdits(edit: EditSegments['segments'][number]): RowEdit[] {
  const { id, text, speaker_id, original, confirmed_words: words } = edit;
  return [
    ...(original ? [{ op: 'original', id } as const] : []),
    ...(text === undefined ? [] : [{ op: 'text', id, text } as const]),
    ...(speaker_id === undefined
      ? []
      : [{ op: 'speaker', first: id, last: id, speaker_id } as const]),
    ...(words === undefined ? [] : [{ op: 'confirm', id, words } as const]),
  ];
}

/** A segment as the API returns it: the stored result has no words, the rows have them. */
function apiSegment(
  { segments }: StoredResult,
  rows: readonly SegmentRow[],
  id: number,
): TranscriptSegment {
  const [stored, row] = [segments[id], rows[id]];
  // A concurrent change has already notified the window, which reloads it.
  if (!stored || !row) throw new AppError('edited_elsewhere');
  return toApiSegment({ ...stored, words: toSegment({ ...row, name: null }, id).words });
}

function namesOf(speakers: Iterable<SpeakerLabel>): Map<string, string | null> {
  return new Map([...speakers].map(({ label, name }) => [label, name]));
}

/** The id of the first segment of each window. */
function firstOfWindows(rows: readonly SegmentRow[]): Map<number, number> {
  const firsts = new Map<number, number>();
  rows.forEach(({ window_idx }, id) => {
    if (!firsts.has(window_idx)) firsts.set(window_idx, id);
  });
  return firsts;
}

/** Where a window without segments would start: at the next window that has some. */
function firstOf(firsts: ReadonlyMap<number, number>, window: number, end: number): number {
  const first = firsts.get(window);
  if (first !== undefined) return first;
  return [...firsts].find(([later]) => later > window)?.[1] ?? end;
}

function toApiStep({ number, kind, madeAt, undone }: StoredStep): HistoryStep {
  return { number, kind, made_at: new Date(madeAt).toISOString(), undone };
}
