import {
  type EditedSegments,
  type EditedTranscript,
  type EditSegments,
  type EditTranscript,
  type HeardPassages,
  type History,
  type HistoryStep,
  kindOf,
  type StepRequest,
} from '../../../shared/transcription/editing.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Core } from '../../core.ts';
import type { StructureText } from '../../queue/after/structuring-queue.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { diffCues, reverseCues } from '../../repositories/transcripts/cue.repository.ts';
import {
  type Basis,
  createEditRepository,
  type Edited,
  type SpeakerLabel,
  type TranscriptChange,
} from '../../repositories/transcripts/edit.repository.ts';
import {
  createHistoryRepository,
  type NextSteps,
  type StoredStep,
} from '../../repositories/transcripts/history.repository.ts';
import { diffRows, reverse, withChanges } from '../../repositories/transcripts/row-changes.ts';
import { toSegment } from '../../repositories/transcripts/stored-segments.ts';
import { type Principal, voiceMemoryOf } from '../principal.ts';
import { announcerOfNow } from '../transcriptions/announcements.ts';
import { completedFinder } from '../transcriptions/find-completed.ts';
import { toResult } from '../transcriptions/result-view.ts';
import { findPassages } from './changed-passages.ts';
import { applyEdits, newNames, type RowEdit, toRowEdits } from './segment-edits.ts';
import { apiSegment, type ChangedRows, toSplices } from './segment-splices.ts';
import { aboutStep } from './step-about.ts';

export type EditService = ReturnType<typeof createEditService>;

/** How many steps the history lists. */
const LISTED = 200;

type Dependencies = {
  structure: StructureText;
  /** Queues the structured text for improvement by the language model, if one is configured. */
  improveLater: (id: string) => Promise<void>;
  /** Whether voices are remembered by the names of speakers. */
  remembers: () => Promise<boolean>;
};

/** A finished transcription, and the memory that may know its voices. */
type Editable = { job: Job; memory: string };

type Changed = Edited & ChangedRows;

/** Edits finished transcripts and undoes edits. Search, subtitles and exports use the stored words. */
export function createEditService(
  core: Pick<Core, 'db' | 'events' | 'baseUrl' | 'clock' | 'closing'>,
  { structure, improveLater, remembers }: Dependencies,
) {
  const { db, events, baseUrl, clock, closing } = core;
  const edits = createEditRepository(db);
  const history = createHistoryRepository(db);
  const completed = completedFinder(db);
  const announceNow = announcerOfNow({ db, events });

  /** Stores a change with the structured text that follows from its rows, whatever the speakers are called. */
  const store = async (
    { id, durationMs }: Job,
    revision: number,
    { rows, isStructured }: Pick<Basis, 'rows' | 'isStructured'>,
    change: Omit<TranscriptChange, 'structured'>,
  ): Promise<Edited> => {
    const segments = () => rows.map((row, at) => toSegment({ ...row, name: null }, at));
    const isText = change.rows.length > 0 || change.voices !== undefined;
    const structured =
      isStructured && isText ? await structure(segments(), durationMs ?? 0, closing) : null;
    const edited = await edits.apply(id, revision, { ...change, structured });
    failpoint('edit.stored');
    if (isStructured && (isText || change.names !== undefined)) await improveLater(id);
    await announceNow(id);
    return edited;
  };

  const change = async (
    { job, memory }: Editable,
    revision: number,
    requested: readonly RowEdit[],
    request: string | null = null,
  ): Promise<Changed> => {
    const { id } = job;
    const at = clock.now();
    const { rows: before, speakers, isStructured } = await edits.basis(id, revision);
    const known = new Map(speakers);
    const cuesBefore = requested.some(({ op }) => op === 'cues') ? await edits.cues(id) : [];
    const context = {
      speakers,
      cues: cuesBefore,
      transcribed: () => edits.transcribed(id),
      relabeled: () => history.relabeled(id),
    };
    const rows = await applyEdits(before, requested, context);
    const changes = diffRows(before, rows);
    const added = new Map(
      [...speakers].flatMap(([number, { label }]) => (known.has(number) ? [] : [[number, label]])),
    );
    const changed = diffCues(cuesBefore, context.cues);
    const cues = changed.removed.length + changed.added.length > 0 ? changed : undefined;
    const named = newNames(known, speakers);
    // Nobody has heard enough of a new speaker to know the voice again.
    const names = named?.map(({ number, after: name }) => ({
      number,
      name,
      memory,
      learns: false,
      at,
    }));
    const kind = kindOf(requested);
    const called = namesOf(speakers.values());
    const about = aboutStep({ kind, before, after: rows, cues, names: called });
    const body = { rows: changes, name: named, cues };
    const add = { kind, about, request, madeAt: at, body };
    const edited = await store(
      job,
      revision,
      { rows, isStructured },
      { rows: changes, cues, added, names, way: { add } },
    );
    return { ...edited, rows, changes, before };
  };

  const answer = (
    { job, result, next, cues, rows, changes, before }: Changed,
    replayed = false,
  ): EditedTranscript => {
    const { speakers, structured } = toResult(job, result, baseUrl());
    return {
      revision: job.revision,
      replayed,
      changes: toSplices({ result, rows, changes, before }),
      speakers,
      structured,
      cues,
      history: toApiNext(next),
    };
  };

  const step = async (
    id: string,
    { revision }: StepRequest,
    principal: Principal,
    way: 'undo' | 'redo',
  ): Promise<EditedTranscript> => {
    const job = await completed(id, principal);
    const found = await edits.next(id, revision, way);
    if (!found) throw new AppError('wrong_state', { message: `There is nothing to ${way}.` });
    const { number, body, basis } = found;
    const undone = way === 'undo';
    const changes = undone ? reverse(body.rows) : body.rows;
    const rows = withChanges(basis.rows, changes);
    const voices = undone ? body.voices?.before : body.voices?.after;
    const learns = await remembers();
    const edited = await store(
      job,
      revision,
      { ...basis, rows },
      {
        rows: changes,
        voices,
        cues: body.cues && (undone ? reverseCues(body.cues) : body.cues),
        names: body.name?.map(({ number: speaker, before, after, recognized }) => ({
          number: speaker,
          name: undone ? before : after,
          voiceId: undone ? (recognized ?? null) : null,
          memory: voiceMemoryOf(principal, job),
          // A new speaker taught nothing.
          learns: learns && (undone || body.rows.length === 0),
          at: clock.now(),
        })),
        way: undone ? { undo: number } : { redo: number },
      },
    );
    return answer({ ...edited, rows, changes, before: basis.rows });
  };

  return {
    /**
     * Changes texts and speakers.
     * @throws not_found, wrong_state, edited_elsewhere, invalid_request
     */
    async edit(id: string, request: EditSegments, principal: Principal): Promise<EditedSegments> {
      const job = await completed(id, principal);
      const ids = request.segments.map((segment) => segment.id);
      if (new Set(ids).size < ids.length) {
        const message = 'A segment is named twice.';
        throw new AppError('invalid_request', { param: 'segments', message });
      }
      const memory = voiceMemoryOf(principal, job);
      const made = request.segments.flatMap(toRowEdits);
      const changed = await change({ job, memory }, request.revision, made);
      const { speakers, structured } = toResult(changed.job, changed.result, baseUrl());
      const segments = ids
        .toSorted((a, b) => a - b)
        .map((segment) => apiSegment(changed.result, changed.rows, segment));
      return { revision: changed.job.revision, segments, speakers, structured };
    },

    /** Changes, splits and joins segments atomically. @throws as `edit` */
    async apply(
      id: string,
      { revision, edits: requested, request }: EditTranscript,
      principal: Principal,
    ): Promise<EditedTranscript> {
      const job = await completed(id, principal);
      const wasMade = async () => request !== undefined && (await history.has(id, request));
      const replay = async () => {
        return answer({ ...(await edits.read(id)), rows: [], changes: [], before: [] }, true);
      };
      if (await wasMade()) return replay();
      try {
        const memory = voiceMemoryOf(principal, job);
        return answer(await change({ job, memory }, revision, requested, request));
      } catch (error) {
        // The same request, sent twice at once, may have been faster.
        if (await wasMade()) return replay();
        throw error;
      }
    },

    /** @throws not_found, wrong_state, edited_elsewhere */
    undo: (id: string, request: StepRequest, principal: Principal) =>
      step(id, request, principal, 'undo'),

    /** @throws not_found, wrong_state, edited_elsewhere */
    redo: (id: string, request: StepRequest, principal: Principal) =>
      step(id, request, principal, 'redo'),

    /** The steps of the history, newest first. @throws not_found, wrong_state */
    async history(id: string, principal: Principal): Promise<History> {
      await completed(id, principal);
      const { revision, steps, next } = await history.read(id, LISTED);
      return { revision, data: steps.map(toApiStep), ...toApiNext(next) };
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
          start: (rows[first]?.startMs ?? 0) / 1000,
          heard: transcribed.map(({ speaker, text }) => ({
            speaker: names.get(speaker) ?? speaker,
            text,
          })),
        })),
      };
    },
  };
}

function namesOf(speakers: Iterable<SpeakerLabel>): Map<string, string | null> {
  return new Map([...speakers].map(({ label, name }) => [label, name]));
}

function toApiNext({ undo, redo }: NextSteps): EditedTranscript['history'] {
  return { undo: undo && toApiStep(undo), redo: redo && toApiStep(redo) };
}

function toApiStep({ number, kind, about, madeAt, undone }: StoredStep): HistoryStep {
  return { number, kind, about, made_at: new Date(madeAt).toISOString(), undone };
}
