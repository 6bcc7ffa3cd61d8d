import { askChild, type StartChild } from '../child-process.ts';
import type { StructureInput } from './structure-transcript.ts';

/** The answer is the `Structured` object as JSON. */
export type StartStructureProcess = StartChild<Omit<StructureInput, 'signal'>, string>;

/**
 * Structures a transcript in a process of its own, because a long one takes seconds during which the service must
 * answer, and hundreds of megabytes that it would not give back.
 */
export function createStructurer(start: StartStructureProcess) {
  return (
    segments: StructureInput['segments'],
    durationMs: number,
    signal: AbortSignal,
  ): Promise<string> => askChild(start, { segments, durationMs }, { signal });
}
