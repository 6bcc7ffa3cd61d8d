import type { Core } from '../../core.ts';
import { createQueueRepository, type Waiting } from '../../repositories/jobs/queue.repository.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';

/** How long a recording says it is, in ms; null if it does not say. */
export type LengthOf = (recording: Waiting, signal: AbortSignal) => Promise<number | null>;

/** More are not asked how long they are: when those are taken, the rest looks different. */
const ASKED = 1_000;

export type WaitingLengths = ReturnType<typeof createWaitingLengths>;

/**
 * The lengths of the waiting recordings that are here: each is asked once, one after the other, and its length is null
 * until then. `onTold` is called when new ones are known.
 */
export function createWaitingLengths(
  { patient, logger, closing }: Pick<Core, 'patient' | 'logger' | 'closing'>,
  { lengthOf, onTold }: { lengthOf: LengthOf; onTold: () => void },
) {
  const queue = createQueueRepository(patient);
  const { countByStatus } = createTranscriptionRepository(patient);
  const told = new Map<string, number | null>();
  let asking = false;

  const ask = async (unknown: readonly Waiting[]): Promise<void> => {
    for (const recording of unknown) {
      if (closing.aborted) return;
      const { id } = recording;
      const length = await lengthOf(recording, closing).catch((error: unknown) => {
        const about = { transcriptionId: id, err: error };
        logger.debug(about, 'a recording does not say how long it is');
        return null;
      });
      told.set(id, length);
    }
    onTold();
  };

  const next = async () => {
    const waiting = await queue.next(ASKED);
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of told.keys()) if (!ids.has(id)) told.delete(id);
    const unknown = waiting.filter(
      ({ id, durationMs, isHere }) => durationMs === null && isHere && !told.has(id),
    );
    if (unknown.length > 0 && !asking) {
      asking = true;
      void ask(unknown).finally(() => {
        asking = false;
      });
    }
    return waiting.map(({ id, durationMs }) => ({ id, ms: durationMs ?? told.get(id) ?? null }));
  };

  return {
    /** The lengths of the next recordings in order, in ms; null while unknown. `more` wait behind them. */
    async read(): Promise<{ lengthsMs: (number | null)[]; more: number }> {
      const lengthsMs = (await next()).map(({ ms }) => ms);
      const more =
        lengthsMs.length < ASKED ? 0 : (await countByStatus('queued')) - lengthsMs.length;
      return { lengthsMs, more: Math.max(0, more) };
    },
    /** The next recordings that are known to last no longer than this. */
    shortOnes: async (mostMs: number): Promise<string[]> =>
      (await next()).flatMap(({ id, ms }) => (ms !== null && ms <= mostMs ? [id] : [])),
  };
}
