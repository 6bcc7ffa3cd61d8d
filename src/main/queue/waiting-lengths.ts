import type { Core } from '../core.ts';
import { uploadIn } from '../repositories/file.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import { createQueueRepository } from '../repositories/jobs/queue.repository.ts';

/** The duration that an upload states, in ms; null if it states none. */
export type LengthOf = (url: string, signal: AbortSignal) => Promise<number | null>;

/** The lengths of the waiting recordings, in order: uploads are probed one after the other, and are null until then. */
export function createWaitingLengths(
  { patient, logger, closing }: Pick<Core, 'patient' | 'logger' | 'closing'>,
  lengthOf: LengthOf,
) {
  const queue = createQueueRepository(patient);
  const told = new Map<string, number | null>();
  let asking = false;

  const ask = async (waiting: readonly Job[]): Promise<void> => {
    for (const { id, sourceUrl } of waiting) {
      if (closing.aborted) return;
      const length = await lengthOf(sourceUrl, closing).catch((error: unknown) => {
        logger.debug({ transcriptionId: id, err: error }, 'an upload does not say how long it is');
        return null;
      });
      told.set(id, length);
    }
  };

  return async (): Promise<(number | null)[]> => {
    const waiting = await queue.waiting();
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of told.keys()) if (!ids.has(id)) told.delete(id);
    const unknown = waiting.filter(
      ({ id, durationMs, sourceUrl }) =>
        durationMs === null && !told.has(id) && uploadIn(sourceUrl) !== null,
    );
    if (unknown.length > 0 && !asking) {
      asking = true;
      void ask(unknown).finally(() => {
        asking = false;
      });
    }
    return waiting.map(({ id, durationMs }) => durationMs ?? told.get(id) ?? null);
  };
}
