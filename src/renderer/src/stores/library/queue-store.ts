import type { Queue } from '../../../../shared/queue.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { isTerminal } from '../../../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';
import { notify } from '../toasts.ts';

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
  recordings: new Map() as ReadonlyMap<string, TranscriptionSummary>,
};

/** The queue, in its order. */
export const useQueue = createStore(INITIAL, (set, get) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (queue: Queue) =>
    set({ queue, positions: new Map(queue.places.map(({ id, position }) => [id, position])) });
  let opened = false;
  const load = async () => {
    const queue = await client.getQueue();
    show(queue);
    if (opened) set({ recordings: await findRecordings(queue, get().recordings) });
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
    open: () => {
      opened = true;
      return notify(load);
    },
    close: () => {
      opened = false;
    },
    onEvent: (event: ServerEvent) => {
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

/** A recording that was moved to the front of a long queue is not among the oldest ones: it is asked for by itself. */
async function findRecordings(
  { places }: Queue,
  known: ReadonlyMap<string, TranscriptionSummary>,
): Promise<ReadonlyMap<string, TranscriptionSummary>> {
  const [running, oldest] = await Promise.all([
    client.listTranscriptions({ status: ['processing'], limit: LIMIT }),
    client.listTranscriptions({ status: ['queued'], sort: 'oldest', limit: LIMIT }),
  ]);
  const found = new Map([...running.data, ...oldest.data].map((one) => [one.id, one]));
  for (const { id } of places.slice(0, SHOWN)) {
    const one =
      found.get(id) ?? known.get(id) ?? (await client.getTranscription(id).catch(() => null));
    if (one) found.set(id, one);
  }
  return found;
}
