/** The list of recordings as plain data, and the pure functions that change it. */

import { casefold } from '../../../../shared/casefold.ts';
import { NO_PROJECT } from '../../../../shared/projects.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type {
  TranscriptionStatus,
  TranscriptionSummary,
} from '../../../../shared/transcription/transcription.ts';
import type {
  TranscriptionList,
  TranscriptionSort,
} from '../../../../shared/transcription/transcription-list.ts';
import { sayHere } from '../../text/error-advice.ts';

export type StatusFilter = 'all' | 'favorites' | 'completed' | 'running' | 'failed';

/** What else the recordings are narrowed down by; empty where it does not matter. */
export type Narrowing = {
  language: string;
  tag: string;
  /** Added within so many days. */
  days: number | null;
};

export const WIDE: Narrowing = { language: '', tag: '', days: null };

/** Which statuses a filter lets through; `undefined` all. */
const STATUSES: Record<StatusFilter, readonly TranscriptionStatus[] | undefined> = {
  all: undefined,
  favorites: undefined,
  completed: ['completed'],
  running: ['queued', 'processing'],
  failed: ['failed'],
};

export type LibraryState = {
  sort: TranscriptionSort;
  filter: StatusFilter;
  narrowing: Narrowing;
  /** The open project: its id, `none` for recordings in no project, empty for all. */
  project: string;
  /** In the order shown. */
  ids: readonly string[];
  byId: ReadonlyMap<string, TranscriptionSummary>;
  /** Where the next older page begins; `null` when everything is here. */
  nextCursor: string | null;
};

export const emptyLibrary: LibraryState = {
  sort: 'newest',
  filter: 'all',
  narrowing: WIDE,
  project: '',
  ids: [],
  byId: new Map(),
  nextCursor: null,
};

/** The state after what the service reported. An older recording of a page not loaded yet changes nothing. */
export function applyEvent(state: LibraryState, event: ServerEvent): LibraryState {
  if (event.type === 'transcription') return withRecording(state, event.transcription);
  if (event.type === 'transcription_deleted') return withoutRecording(state, event.id);
  return state;
}

/** The state with one more, older page; what is known already came later by an event and stays. */
export function appendPage(state: LibraryState, page: TranscriptionList): LibraryState {
  const fresh = page.data.filter(({ id }) => !state.byId.has(id));
  return {
    ...state,
    ids: [...state.ids, ...fresh.map(({ id }) => id)],
    byId: new Map([...state.byId, ...fresh.map((item) => [item.id, item] as const)]),
    nextCursor: page.next_cursor,
  };
}

/** What a screen reader should say about a change; `null` for mere progress. */
export function announcement(
  before: TranscriptionSummary | undefined,
  after: TranscriptionSummary,
  title: string,
): string | null {
  if (!before || before.status === after.status) return null;
  if (after.status === 'completed') return `${title} has been transcribed.`;
  if (after.status !== 'failed') return null;
  return after.error?.code === 'canceled'
    ? `${title} was canceled.`
    : `${title} failed. ${after.error ? sayHere(after.error) : ''}`.trim();
}

function withRecording(state: LibraryState, item: TranscriptionSummary): LibraryState {
  if (!isWanted(state, item)) return withoutRecording(state, item.id);
  const other = state.ids
    .map((id) => state.byId.get(id))
    .find((one) => one?.recording_id === item.recording_id && one.id !== item.id);
  if (other && rankOf(other) > rankOf(item)) return withoutRecording(state, item.id);
  if (other) return withRecording(withoutRecording(state, other.id), item);
  const known = state.byId.get(item.id);
  const moves = state.sort === 'title' && known && titleOf(known.source) !== titleOf(item.source);
  if (known && !moves) return { ...state, byId: new Map(state.byId).set(item.id, item) };
  return withNewRecording(withoutRecording(state, item.id), item);
}

/** Of the versions of a recording the newest that did not fail stands for it, else the newest. */
function rankOf({ status, version }: TranscriptionSummary): number {
  return status === 'failed' ? version : version + 1_000_000;
}

function isWanted(
  { filter, narrowing, project }: LibraryState,
  item: TranscriptionSummary,
): boolean {
  const { language, tag, days } = narrowing;
  return (
    item.trashed_at === null &&
    (STATUSES[filter]?.includes(item.status) ?? true) &&
    (project === '' || (item.project_id ?? NO_PROJECT) === project) &&
    (filter !== 'favorites' || item.favorite) &&
    (language === '' || item.language === language) &&
    (tag === '' || item.tags.some((one) => casefold(one) === casefold(tag))) &&
    (days === null || Date.parse(item.created_at) >= daysAgo(days))
  );
}

const DAY_MS = 86_400_000;

/** The beginning of the day so many days ago, so that the same is asked for all day long. */
function daysAgo(days: number): number {
  return new Date().setHours(0, 0, 0, 0) - (days - 1) * DAY_MS;
}

type Filters = Pick<LibraryState, 'filter' | 'narrowing' | 'project'>;

/** What the service is asked to narrow down by. */
export function toFilters({ filter, narrowing, project }: Filters) {
  const { language, tag, days } = narrowing;
  const status = STATUSES[filter];
  return {
    ...(status && { status }),
    ...(filter === 'favorites' && { favorite: true }),
    ...(project !== '' && { project_id: project }),
    ...(language !== '' && { language }),
    ...(tag !== '' && { tag }),
    ...(days !== null && { created_after: new Date(daysAgo(days)).toISOString() }),
  };
}

function withNewRecording(state: LibraryState, item: TranscriptionSummary): LibraryState {
  const place = state.ids.findIndex((id) => comesAfter(state.sort, state.byId.get(id), item));
  if (place < 0 && state.nextCursor !== null) return state;
  const byId = new Map(state.byId).set(item.id, item);
  const at = place < 0 ? state.ids.length : place;
  return { ...state, byId, ids: state.ids.toSpliced(at, 0, item.id) };
}

function withoutRecording(state: LibraryState, id: string): LibraryState {
  if (!state.byId.has(id)) return state;
  const byId = new Map(state.byId);
  byId.delete(id);
  return { ...state, byId, ids: state.ids.filter((other) => other !== id) };
}

/** Whether a recording that is shown stands below a new one. */
function comesAfter(
  sort: TranscriptionSort,
  known: TranscriptionSummary | undefined,
  item: TranscriptionSummary,
): boolean {
  if (!known) return false;
  const age = Date.parse(known.created_at) - Date.parse(item.created_at);
  switch (sort) {
    case 'newest':
      // Of two made in the same millisecond, the one reported last is the newer.
      return age <= 0;
    case 'oldest':
      return age > 0;
    case 'title':
      return casefold(titleOf(known.source)) > casefold(titleOf(item.source));
    case 'longest':
      return (known.duration_seconds ?? -1) < (item.duration_seconds ?? -1);
  }
}
