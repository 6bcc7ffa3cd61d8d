import type { Engine } from '../../engine/engine.ts';

/** A recording whose windows this service has asked for, and waits for. */
export type RecordingHere = {
  /** The digest of the model its windows are asked with, and its engine, which stays open meanwhile. */
  sha256: string;
  engine: Engine;
  signal: AbortSignal;
  begun(index: number): void;
  /** It waits no more: its words are stored, or it is to be judged. */
  ended(index: number): void;
  /** Something that is not a window's fault stands in the way. */
  failed(error: unknown): void;
};

/**
 * The recordings that this service has planned and whose windows are being transcribed. Its own lanes use the engine of
 * who planned a recording, so that lanes are shared among recordings; whoever stores a window tells it here.
 */
export type RecordingsHere = ReturnType<typeof createRecordingsHere>;

export function createRecordingsHere() {
  const recordings = new Map<string, RecordingHere>();
  const using = new Map<string, Set<Promise<unknown>>>();
  return {
    get: (id: string): RecordingHere | undefined => recordings.get(id),

    /** Whether the windows of any are transcribed with the model of this digest. */
    uses: (sha256: string): boolean =>
      [...recordings.values()].some((recording) => recording.sha256 === sha256),

    add: (id: string, recording: RecordingHere): void => void recordings.set(id, recording),

    /** Resolves once nobody uses its engine any more. */
    async remove(id: string): Promise<void> {
      recordings.delete(id);
      await Promise.allSettled(using.get(id) ?? []);
    },

    async use<Result>(
      id: string,
      { engine }: RecordingHere,
      work: (engine: Engine) => Promise<Result>,
    ): Promise<Result> {
      const running = work(engine);
      const all = using.get(id) ?? new Set();
      using.set(id, all.add(running));
      try {
        return await running;
      } finally {
        all.delete(running);
        if (all.size === 0) using.delete(id);
      }
    },
  };
}
