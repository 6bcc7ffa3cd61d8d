import type {
  EditedSegments,
  EditSegments,
  SegmentEdit,
} from '../../../shared/transcription/editing.ts';
import { retimeWords } from '../../../shared/transcription/retime.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import type { StructureText } from '../../queue/structuring.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import {
  createEditRepository,
  type SegmentChange,
} from '../../repositories/transcripts/edit.repository.ts';
import type { StoredSegment } from '../../repositories/transcripts/stored-segments.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { type Principal, viewOf } from '../principal.ts';
import { toApiSegment, toResult } from './result-view.ts';
import { toSummary } from './transcription-view.ts';

type Speakers = ReadonlyMap<number, { label: string; name: string | null }>;

export type EditService = ReturnType<typeof createEditService>;

/** Editing of finished transcripts. Search, subtitles and exports follow, for they are made of the stored words. */
export function createEditService(
  { db, events, baseUrl, closing }: Pick<Core, 'db' | 'events' | 'baseUrl' | 'closing'>,
  {
    structure,
    improveLater,
  }: {
    structure: StructureText;
    /** Has a language model, if there is one, improve the structured text afterwards. */
    improveLater: (id: string) => Promise<void>;
  },
) {
  const edits = createEditRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);
  const completed = async (id: string, principal: Principal): Promise<Job> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job) throw new AppError('not_found');
    if (job.status !== 'completed') throw new AppError('wrong_state');
    return job;
  };

  const changeOf = async (
    id: string,
    segment: StoredSegment,
    edit: SegmentEdit,
    label: string,
  ): Promise<SegmentChange> => {
    const { place, text, words } = segment;
    const original = segment.edited ? await edits.original(id, place) : null;
    const same = { place, text, words, original, label };
    if (edit.original) return original ? { ...same, ...original, original: null } : same;
    if (edit.text === undefined || edit.text === text) return same;
    return {
      ...same,
      text: edit.text,
      // Words that come back after a detour take their old times from what was heard.
      words: retimeWords(original ? { ...segment, words: original.words } : segment, edit.text),
      original: original ?? { text, words },
    };
  };

  return {
    /**
     * Changes texts and speakers. The structured text is made anew first, so that all of it is stored at once.
     * @throws not_found, wrong_state, edited_elsewhere, invalid_request
     */
    async edit(id: string, request: EditSegments, principal: Principal): Promise<EditedSegments> {
      const job = await completed(id, principal);
      if (job.revision !== request.revision) throw new AppError('edited_elsewhere');
      const before = await transcripts.result(id);
      const speakers = await edits.labels(id);
      const changes = new Map<number, SegmentChange>();
      const after = [...before.segments];
      for (const edit of request.segments) {
        const segment = before.segments[edit.id];
        if (!segment || changes.has(edit.id)) throw invalid(`There is no segment ${edit.id} here.`);
        const speaker = chooseSpeaker(edit.speaker_id ?? segment.speakerId, speakers);
        const change = withConfirmed(await changeOf(id, segment, edit, speaker.label), edit);
        changes.set(edit.id, change);
        after[edit.id] = {
          ...segment,
          text: change.text,
          words: [...change.words],
          speaker: speaker.name ?? speaker.label,
        };
      }
      const structured =
        before.structured === null ? null : await structure(after, job.durationMs ?? 0, closing);
      const revision = await edits.apply(id, job.revision, [...changes.values()], structured);
      failpoint('edit.stored');
      if (structured !== null) await improveLater(id);
      const stored = await transcripts.result(id, { words: false });
      const segments = stored.segments.flatMap((segment) => {
        const change = changes.get(segment.id);
        return change ? [toApiSegment({ ...segment, words: [...change.words] })] : [];
      });
      const result = toResult(job, stored, baseUrl());
      const edited = { ...job, revision, speakerCount: result.speakers.length };
      events.emit({ type: 'transcription', transcription: toSummary(edited) }, job);
      return {
        revision,
        segments,
        speakers: result.speakers,
        structured: result.structured,
      };
    },
  };
}

/** Marks the words a person has found to be right, and those only. */
function withConfirmed(change: SegmentChange, { confirmed_words: at }: SegmentEdit): SegmentChange {
  if (at === undefined) return change;
  const places = new Set(at);
  const words = change.words.map(({ confirmed: _, ...word }, index) =>
    places.has(index) ? { ...word, confirmed: true as const } : word,
  );
  return { ...change, words };
}

/** A known speaker, or the next new one under a label nobody has. */
function chooseSpeaker(number: number, speakers: Speakers): { label: string; name: string | null } {
  const known = speakers.get(number);
  if (known) return known;
  if (number > Math.max(0, ...speakers.keys()) + 1) throw invalid('There is no such speaker.');
  const taken = new Set([...speakers.values()].map(({ label }) => label));
  let at = number;
  while (taken.has(`Speaker ${at}`)) at++;
  return { label: `Speaker ${at}`, name: null };
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', { param: 'segments', message });
}
