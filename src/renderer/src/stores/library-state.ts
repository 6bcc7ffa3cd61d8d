/** The list of recordings as plain data, and the pure functions that change it. */
import type { ServerEvent } from '../../../shared/api.ts';
import type { TranscriptionList, TranscriptionSummary } from '../../../shared/transcription.ts';

export type LibraryState = {
  /** In the order shown: newest first. */
  ids: readonly string[];
  byId: ReadonlyMap<string, TranscriptionSummary>;
  /** Where the next older page begins; `null` when everything is here. */
  nextCursor: string | null;
};

export const emptyLibrary: LibraryState = { ids: [], byId: new Map(), nextCursor: null };

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
  if (after.status === 'completed') return `${title} is transcribed.`;
  if (after.status !== 'failed') return null;
  return after.error?.code === 'canceled'
    ? `${title} is canceled.`
    : `${title} failed. ${after.error?.message ?? ''}`.trim();
}

function withRecording(state: LibraryState, item: TranscriptionSummary): LibraryState {
  const byId = new Map(state.byId).set(item.id, item);
  if (state.byId.has(item.id)) return { ...state, byId };
  const place = state.ids.findIndex((id) => isOlder(state.byId.get(id), item));
  if (place < 0 && state.nextCursor !== null) return state;
  const at = place < 0 ? state.ids.length : place;
  return { ...state, byId, ids: state.ids.toSpliced(at, 0, item.id) };
}

function withoutRecording(state: LibraryState, id: string): LibraryState {
  if (!state.byId.has(id)) return state;
  const byId = new Map(state.byId);
  byId.delete(id);
  return { ...state, byId, ids: state.ids.filter((other) => other !== id) };
}

function isOlder(known: TranscriptionSummary | undefined, item: TranscriptionSummary): boolean {
  // Of two made in the same millisecond, the one reported last is the newer.
  return known !== undefined && Date.parse(known.created_at) <= Date.parse(item.created_at);
}
