import type { Queue } from '../../../../shared/queue.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { isTerminal } from '../../../../shared/transcription/job-state.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../create-store.ts';
import { notify } from '../toasts.ts';

/** Progress is reported several times a second; the remaining time of all changes more slowly. */
const PAUSE_MS = 1000;

const INITIAL = {
  /** `null` until loaded. */
  queue: null as Queue | null,
  /** The position of each waiting transcription, by its id; 1 is next. */
  positions: new Map() as ReadonlyMap<string, number>,
};

/** The queue, in its order. */
export const useQueue = createStore(INITIAL, (set, get) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (queue: Queue) =>
    set({ queue, positions: new Map(queue.places.map(({ id, position }) => [id, position])) });
  const load = async () => show(await client.getQueue());
  const later = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      load().catch(() => {});
    }, PAUSE_MS);
  };
  return {
    reload: load,
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
