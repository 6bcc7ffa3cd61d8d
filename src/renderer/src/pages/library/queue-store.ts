import type { Queue } from '../../../../shared/queue.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { isTerminal } from '../../../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../../stores/create-store.ts';
import { notify } from '../../stores/toasts.ts';

/** Progress is reported several times a second; the remaining time of all changes more slowly. */
const PAUSE_MS = 1000;

/** Of a long queue, only the next ones can be moved; the rest keeps its order. */
export const SHOWN = 50;
const LIMIT = 100;

const INITIAL = {
  /** `null` until loaded. */
  queue: null as Queue | null,
  /** The position of each waiting transcription, by its id; 1 is next. */
  positions: new Map() as ReadonlyMap<string, number>,
  /** What is under way and what is next, whatever the library shows; followed while it is open. */
  recordings: new Map() as Recordings,
};

type Recordings = ReadonlyMap<string, TranscriptionSummary>;

/** The queue, in its order. */
export const useQueue = createStore(INITIAL, (set, get) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opened = false;
  /** What is reported while recordings are on their way, which may be older. */
  let news: ServerEvent[] | null = null;
  const show = (queue: Queue) =>
    set({ queue, positions: new Map(queue.places.map(({ id, position }) => [id, position])) });
  const load = async () => {
    const queue = await client.getQueue();
    show(queue);
    if (opened) await loadUnknown(queue);
  };
  const loadRecordings = async () => {
    news = [];
    const found = await listRecordings();
    set({ recordings: news.reduce(follow, found) });
    news = null;
  };
  /** One that comes close to the front is not among those that were there when it was opened. */
  const loadUnknown = async ({ places }: Queue) => {
    for (const { id } of places.slice(0, SHOWN)) {
      if (get().recordings.has(id)) continue;
      const one = await client.getTranscription(id).catch(() => null);
      const { recordings } = get();
      if (one && !recordings.has(id)) set({ recordings: withRecording(recordings, one) });
    }
  };
  const later = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      load().catch(() => {});
    }, PAUSE_MS);
  };
  return {
    reload: load,
    /** Follows which recordings are in it, until it is closed. */
    open: () =>
      notify(async () => {
        opened = true;
        await loadRecordings();
        await load();
      }),
    close: () => {
      opened = false;
    },
    onEvent: (event: ServerEvent) => {
      news?.push(event);
      if (opened) set(({ recordings }) => ({ recordings: follow(recordings, event) }));
      if (event.type === 'queue' || event.type === 'transcription_deleted') later();
      if (event.type === 'transcription') {
        const { queue } = get();
        const over = isTerminal(event.transcription.status);
        // Without running transcriptions there is no queue to ask for.
        if (!over || (queue && queue.running + queue.waiting > 0)) later();
      }
    },
    pause: () => notify(async () => show(await client.pauseQueue())),
    resume: () => notify(async () => show(await client.resumeQueue())),
    /** Moves a waiting transcription to another position; 1 is next. */
    move: (id: string, position: number) =>
      notify(async () => show(await client.moveInQueue(id, { position: Math.max(1, position) }))),
  };
});

/** What is under way, and of what waits more than is shown. */
async function listRecordings(): Promise<Recordings> {
  const [running, oldest] = await Promise.all([
    client.listTranscriptions({ status: ['processing'], limit: LIMIT }),
    client.listTranscriptions({ status: ['queued'], sort: 'oldest', limit: LIMIT }),
  ]);
  return new Map([...running.data, ...oldest.data].map((one) => [one.id, one]));
}

function follow(recordings: Recordings, event: ServerEvent): Recordings {
  if (event.type === 'transcription') return withRecording(recordings, event.transcription);
  if (event.type !== 'transcription_deleted') return recordings;
  return withoutRecording(recordings, event.id);
}

function withRecording(recordings: Recordings, one: TranscriptionSummary): Recordings {
  const isOver = isTerminal(one.status) || one.trashed_at !== null;
  return isOver ? withoutRecording(recordings, one.id) : new Map(recordings).set(one.id, one);
}

function withoutRecording(recordings: Recordings, id: string): Recordings {
  return new Map([...recordings].filter(([known]) => known !== id));
}
