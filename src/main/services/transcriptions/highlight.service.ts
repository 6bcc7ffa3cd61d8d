import {
  type CreateHighlight,
  type HighlightList,
  MAX_HIGHLIGHTS,
  MAX_QUOTE,
  type RecordingHighlight,
  type TextHighlight,
  type UpdateHighlight,
} from '../../../shared/highlights/highlight.ts';
import {
  createPlacer,
  inText,
  spanOf,
  textOf,
} from '../../../shared/highlights/place-highlights.ts';
import { toMs, toSeconds } from '../../../shared/time.ts';
import { AppError } from '../../core/errors.ts';
import { newHighlightId } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import {
  createHighlightRepository,
  type NewHighlight,
  type StoredHighlight,
} from '../../repositories/transcripts/highlight.repository.ts';
import type { StoredSegment } from '../../repositories/transcripts/stored-segments.ts';
import type { Principal } from '../principal.ts';
import { completedFinder } from './find-completed.ts';

export type HighlightService = ReturnType<typeof createHighlightService>;

type HighlightKey = { id: string; highlight_id: string };

const NO_SUCH = 'There is no highlight with this id.';
const CHANGED = 'The highlight was changed in the meantime. Load it again and repeat the change.';

/** Words of finished transcripts that people mark and comment on. They belong to the recording, in all its versions. */
export function createHighlightService(core: Pick<Core, 'db' | 'events' | 'clock'>) {
  const { db, events, clock } = core;
  const highlights = createHighlightRepository(db);

  const completed = completedFinder(db);

  /** Announces a change, and gives the highlight as it is in this version's text. */
  const told = async (job: Job, stored: StoredHighlight): Promise<TextHighlight> => {
    const highlight = ofRecording(stored);
    events.emit({ type: 'highlight', recording_id: job.recordingId, highlight }, job);
    const segments = await highlights.segments(job, stored);
    return inText(highlight, createPlacer(segments)(stored), segments);
  };

  /** Says why a change was not made: it is gone, or another was made before. */
  const refuse = async (known: { id: string; recordingId: string }): Promise<never> => {
    if (await highlights.find(known)) throw new AppError('edited_elsewhere', { message: CHANGED });
    throw new AppError('not_found', { message: NO_SUCH });
  };

  return {
    /** @throws not_found, wrong_state */
    async list(id: string, principal: Principal): Promise<HighlightList> {
      const job = await completed(id, principal);
      const stored = await highlights.list(job.recordingId);
      if (stored.length === 0) return { data: [] };
      const segments = await highlights.segments(job);
      const place = createPlacer(segments);
      return { data: stored.map((one) => inText(ofRecording(one), place(one), segments)) };
    },

    /** @throws not_found, wrong_state, invalid_request */
    async add(id: string, request: CreateHighlight, principal: Principal): Promise<TextHighlight> {
      const job = await completed(id, principal);
      const span = { startMs: toMs(request.start), endMs: toMs(request.end) };
      const stored = await highlights.add(job, span, (segments, count) => {
        if (count >= MAX_HIGHLIGHTS) {
          const message = `A recording has at most ${MAX_HIGHLIGHTS.toLocaleString('en')} highlights.`;
          throw new AppError('invalid_request', { message });
        }
        const { color, comment, quote = '' } = request;
        const marked = { ...span, ...whatIsMarked(segments, { ...span, quote }), color, comment };
        const { recordingId } = job;
        return { ...marked, id: newHighlightId(), recordingId, createdAt: clock.now() };
      });
      return told(job, stored);
    },

    /** @throws not_found, wrong_state, edited_elsewhere */
    async change(
      { id, highlight_id }: HighlightKey,
      { revision, color, comment }: UpdateHighlight,
      principal: Principal,
    ): Promise<TextHighlight> {
      const job = await completed(id, principal);
      const known = { id: highlight_id, recordingId: job.recordingId, revision };
      const change = {
        ...(color !== undefined && { color }),
        ...(comment !== undefined && { comment }),
      };
      const stored = await highlights.change(known, change, clock.now());
      if (!stored) return refuse(known);
      return told(job, stored);
    },

    /** With a revision only if it is the newest. @throws not_found, wrong_state, edited_elsewhere */
    async remove(
      { id, highlight_id }: HighlightKey,
      revision: number | undefined,
      principal: Principal,
    ): Promise<void> {
      const job = await completed(id, principal);
      const known = { id: highlight_id, recordingId: job.recordingId, revision };
      if (!(await highlights.remove(known))) await refuse(known);
      const { recordingId: recording_id } = job;
      events.emit({ type: 'highlight_deleted', recording_id, id: highlight_id }, job);
    },
  };
}

/**
 * The words that lie in a span, which then ends where they do; where there are none, what is given as their quote.
 * @throws invalid_request
 */
function whatIsMarked(
  segments: readonly StoredSegment[],
  given: { startMs: number; endMs: number; quote: string },
): Partial<NewHighlight> & { quote: string } {
  const pieces = createPlacer(segments)(given);
  const quote = textOf(pieces, segments) || given.quote;
  if (quote === '') {
    throw new AppError('invalid_request', {
      param: 'start',
      message: 'Nothing is said there: no word lies between "start" and "end".',
    });
  }
  if (quote.length > MAX_QUOTE) {
    const most = MAX_QUOTE.toLocaleString('en');
    throw new AppError('invalid_request', {
      param: 'end',
      message: `At most ${most} characters are highlighted at once. Make several highlights of it.`,
    });
  }
  return { quote, ...spanOf(pieces, segments) };
}

function ofRecording(stored: StoredHighlight): RecordingHighlight {
  const { id, color, comment, quote, revision } = stored;
  return {
    ...{ id, color, comment, quote, revision },
    start: toSeconds(stored.startMs),
    end: toSeconds(stored.endMs),
    created_at: new Date(stored.createdAt).toISOString(),
    updated_at: new Date(stored.updatedAt).toISOString(),
  };
}
