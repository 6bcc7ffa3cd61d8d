import { rm } from 'node:fs/promises';
import { ownFile } from '../core/file-paths.ts';
import type { Core } from '../core.ts';
import type { Job } from '../repositories/jobs/job.ts';

/** How long a request waits for another service to stop a canceled transcription. */
const STOPPING_MS = 2_000;

type Work = {
  nudge(): void;
  /** Resolves once none of its work runs here any more; tells whether any did. */
  abort(id: string): Promise<boolean>;
  /** Whether any of its work runs here. */
  isHere(id: string): boolean;
};

/** What waits and what is to be stopped, told by and to the other services on the same database. */
export function connectOtherServices(
  { config, peers, peerMessages, folders, clock, logger }: Core,
  work: Work,
) {
  const stopped = new Map<string, () => void>();

  const stop = async (id: string): Promise<void> => {
    if (await work.abort(id)) peerMessages.tell({ type: 'stopped', id });
  };

  /** In a folder of its own: what this service has fetched, and another has finished. */
  const tidy = (id: string): void => {
    if (config.storage === null || work.isHere(id)) return;
    rm(ownFile(folders.work, id), { recursive: true, force: true }).catch((error: unknown) => {
      logger.warn({ transcriptionId: id, err: error }, 'not everything could be removed');
    });
  };

  peers.onChange(work.nudge);
  peerMessages.listen((message) => {
    if (message.type === 'missed') work.nudge();
    if (message.type === 'stop') {
      stop(message.id).catch((error: unknown) => {
        logger.error({ transcriptionId: message.id, err: error }, 'stopping stumbled');
      });
    }
    if (message.type === 'stopped') stopped.get(message.id)?.();
    if (message.type !== 'event') return;
    const { event } = message;
    if (event.type === 'queue') work.nudge();
    if (event.type === 'transcription_deleted') tidy(event.id);
    if (event.type !== 'transcription') return;
    const { id, status, completed_at } = event.transcription;
    if (status === 'queued') work.nudge();
    if (completed_at !== null) tidy(id);
  });

  return {
    /** Stops a job that was canceled or deleted, on whichever service it runs; `status` is what it was before. */
    async abort({ id, status }: Pick<Job, 'id' | 'status'>): Promise<void> {
      const wasHere = await work.abort(id);
      peerMessages.tell({ type: 'stop', id });
      if (wasHere || status !== 'processing' || config.database === null) return;
      const answered = new AbortController();
      stopped.set(id, () => answered.abort());
      await clock.sleep(STOPPING_MS, answered.signal).catch(() => {});
      stopped.delete(id);
    },
  };
}
