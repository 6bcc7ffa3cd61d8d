import type { Core } from '../core.ts';
import type { Job } from '../repositories/jobs/job.ts';

/** How long a request waits for another service to stop a canceled transcription. */
const STOPPING_MS = 2_000;

type Work = {
  /** There may be work. */
  nudge(): void;
  /** Resolves once none of its work runs here any more; tells whether any did. */
  abort(id: string): Promise<boolean>;
  /** Stops all work that another service has taken over. */
  abandon(): void;
};

/** Tells each of several services on one database what waits, and which of its jobs it must stop. */
export function createWorkOfNodes({ nodes, clock, logger }: Core, work: Work) {
  const stopped = new Map<string, () => void>();

  const stop = async (id: string): Promise<void> => {
    if (await work.abort(id)) nodes.tell({ type: 'stopped', id });
  };

  nodes.listen((notice) => {
    if (notice.type === 'void') work.abandon();
    if (notice.type !== 'said') return work.nudge();
    const { message } = notice;
    if (message.type === 'stop') {
      stop(message.id).catch((error: unknown) => {
        logger.error({ transcriptionId: message.id, err: error }, 'stopping stumbled');
      });
    }
    if (message.type === 'stopped') stopped.get(message.id)?.();
    if (message.type !== 'event') return;
    const { event } = message;
    const waits = event.type === 'transcription' && event.transcription.status === 'queued';
    if (waits || event.type === 'queue') work.nudge();
  });

  return {
    /** Stops a job that was canceled or deleted, on whichever service it runs. */
    async abort({ id, nodeId }: Pick<Job, 'id' | 'nodeId'>): Promise<void> {
      await work.abort(id);
      nodes.tell({ type: 'stop', id });
      if (nodeId === null || nodeId === nodes.id() || !nodes.isThere(nodeId)) return;
      const answered = new AbortController();
      stopped.set(id, () => answered.abort());
      await clock.sleep(STOPPING_MS, answered.signal).catch(() => {});
      stopped.delete(id);
    },
  };
}
