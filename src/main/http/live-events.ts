import type { Context } from 'hono';
import type { CaptionsEvent } from '../../shared/captions.ts';
import type { LiveRecording, LiveText } from '../../shared/recordings.ts';
import type { ServerEvent } from '../../shared/server-event.ts';
import { isTerminal } from '../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../shared/transcription/transcription.ts';
import type { FolderWatch } from '../core/data-folder-watch.ts';
import type { EventBus, LiveEvent } from '../core/events.ts';
import { withoutSecrets } from '../services/hide-secrets.ts';
import type { CaptionView } from '../services/live-recordings/caption-links.ts';
import { isOwner, maySee, type Principal } from '../services/principal.ts';
import { type StreamDependencies, streamEvents } from './event-stream.ts';
import type { HttpEnv } from './http-env.ts';

/** Events only for the signed-in window, as at their own endpoints. */
const OF_WINDOW: ReadonlySet<ServerEvent['type']> = new Set([
  'settings',
  'model_download',
  'watch_folder',
  'yt_dlp',
  'automatic_export',
  'data_folder',
]);

/**
 * Streams all changes the client may see. A client that sends the id of its last event gets what it missed; if that is
 * unknown, `reload` comes first: load everything now, the changes since then follow.
 */
export function streamAll(
  c: Context<HttpEnv>,
  deps: StreamDependencies & { principal: Principal; dataFolder: Pick<FolderWatch, 'state'> },
  lastEventId: string | undefined,
): Response {
  const { events, principal, dataFolder } = deps;
  const concerns = ({ event, owner }: LiveEvent) =>
    (principal.kind === 'window' || !OF_WINDOW.has(event.type)) &&
    (owner === null || maySee(principal, owner));
  const missed = lastEventId === undefined ? null : events.since(lastEventId);
  const opening: LiveEvent[] = missed?.filter(concerns) ?? [
    { id: events.position(), event: { type: 'reload' }, owner: null },
  ];
  const state = dataFolder.state();
  const now: LiveEvent = { id: events.position(), event: state, owner: null };
  return streamEvents(c, deps, {
    // What is loaded again begins with the folder in its place.
    opening: state.is_there || !concerns(now) ? opening : [...opening, now],
    concerns,
    isLast: () => false,
    shown: shownTo(principal),
  });
}

/**
 * Streams one transcription: its current state, or the events the client missed, then its changes until it ends.
 * Answers 204 if the client has seen the end: browsers reconnect after anything else (WHATWG HTML, server-sent events).
 * @throws what `read` throws
 */
export async function streamTranscription(
  c: Context<HttpEnv>,
  deps: StreamDependencies & { principal: Principal; read: () => Promise<TranscriptionSummary> },
  lastEventId: string | undefined,
): Promise<Response> {
  const { events, read } = deps;
  const now = await readBetweenEvents(events, read);
  const { id, status } = now.transcription;
  const concerns = ({ event }: LiveEvent) => idOf(event) === id;
  const missed = lastEventId === undefined ? null : events.since(lastEventId);
  const news = missed?.filter(concerns);
  if (news?.length === 0 && isTerminal(status)) return c.body(null, 204);
  const opening: LiveEvent[] = news ?? [{ id: events.position(), event: now, owner: null }];
  return streamEvents(c, deps, { opening, concerns, isLast, shown: shownTo(deps.principal) });
}

/**
 * Streams a recording that is being made: how it stands and its text so far, or the events the client missed, then its
 * changes until it is finished or discarded. Answers 204 if the client has seen the end. @throws what `read` throws
 */
export function streamRecording(
  c: Context<HttpEnv>,
  deps: StreamDependencies & {
    principal: Principal;
    read: () => { recording: LiveRecording; text: LiveText };
  },
  lastEventId: string | undefined,
): Response {
  const { events, read } = deps;
  const { recording, text } = read();
  const concerns = ({ event }: LiveEvent) => recordingOf(event) === recording.id;
  const missed = lastEventId === undefined ? null : events.since(lastEventId);
  const news = missed?.filter(concerns);
  if (news?.length === 0 && recording.status === 'finished') return c.body(null, 204);
  const now = (event: ServerEvent): LiveEvent => ({ id: events.position(), event, owner: null });
  const opening = news ?? [
    now({ type: 'recording_text', id: recording.id, from: 0, ...text }),
    now({ type: 'recording', recording }),
  ];
  const isLast = isLastOfRecording;
  return streamEvents(c, deps, { opening, concerns, isLast, shown: shownTo(deps.principal) });
}

/** Streams the text of a recording to somebody with a link to its captions: from now on, and nothing but text. */
export function streamCaptions(
  c: Context<HttpEnv>,
  deps: StreamDependencies,
  { recordingId, text: read, watch }: CaptionView,
): Response {
  c.set('untilRevoked', watch);
  const event: ServerEvent = { type: 'recording_text', id: recordingId, ...read() };
  return streamEvents(c, deps, {
    ids: false,
    opening: [{ id: '', event, owner: null }],
    concerns: ({ event: news }) =>
      recordingOf(news) === recordingId &&
      (news.type === 'recording_text' || isOverForViewers(news)),
    isLast: isOverForViewers,
    shown: ({ event: news }) => toCaptions(news),
  });
}

const isOverForViewers = (event: ServerEvent): boolean =>
  event.type === 'recording'
    ? event.recording.status === 'finishing' || event.recording.status === 'finished'
    : event.type === 'recording_discarded';

function toCaptions(event: ServerEvent): CaptionsEvent {
  if (event.type !== 'recording_text')
    return { from: 0, segments: [], provisional: [], behind: 0, over: true };
  const { from, segments, provisional, behind } = event;
  return { from, segments, provisional, behind, over: false };
}

/** Removes for other callers what only the owner may see. */
const shownTo =
  (principal: Principal) =>
  ({ event, owner }: LiveEvent): ServerEvent => {
    if (event.type !== 'transcription' || owner === null || isOwner(principal, owner)) return event;
    return { ...event, transcription: withoutSecrets(event.transcription) };
  };

function recordingOf(event: ServerEvent): string | null {
  if (event.type === 'recording') return event.recording.id;
  const isOfOne = event.type === 'recording_text' || event.type === 'recording_discarded';
  return isOfOne ? event.id : null;
}

function isLastOfRecording(event: ServerEvent): boolean {
  if (event.type === 'recording') return event.recording.status === 'finished';
  return event.type === 'recording_discarded';
}

/** Reads a state that no event overtook meanwhile, so that progress never decreases. */
async function readBetweenEvents(events: EventBus, read: () => Promise<TranscriptionSummary>) {
  for (;;) {
    const before = events.position();
    const transcription = await read();
    if (!events.since(before)?.some(({ event }) => idOf(event) === transcription.id)) {
      return { type: 'transcription', transcription } satisfies ServerEvent;
    }
  }
}

function idOf(event: ServerEvent): string | null {
  if (event.type === 'transcription') return event.transcription.id;
  return 'id' in event ? event.id : null;
}

function isLast(event: ServerEvent): boolean {
  if (event.type === 'transcription') return isTerminal(event.transcription.status);
  return event.type === 'transcription_deleted';
}
