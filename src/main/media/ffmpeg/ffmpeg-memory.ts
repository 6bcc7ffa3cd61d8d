import { availableParallelism } from 'node:os';
import type { ChildResult } from '../../processes/run-program.ts';

/** The thread stacks its libraries allocate per processor count, used or not. */
const BYTES_A_PROCESSOR = 32 * 2 ** 20;
/**
 * Four times what the most demanding recordings need: ten hours of video whose index moves to the front of the copy.
 * The C library refuses ffmpeg any more.
 */
export const FFMPEG_MEMORY_BYTES = 2 ** 30 + availableParallelism() * BYTES_A_PROCESSOR;
/** A large allocation fails while much memory is free, and ffmpeg does not always say why it stopped. */
const NEARLY_ALL = 2 ** 29;

/** Makes ffmpeg report its peak memory when it ends, at `-loglevel info`. */
export const REPORT_MEMORY: readonly string[] = ['-benchmark'];

/** Whether a failed run may have run out of memory. */
export function tookAllMemory({ stderr }: ChildResult): boolean {
  const kibibytes = /\bbench: maxrss=(\d+)\s?k/i.exec(stderr)?.[1] ?? 0;
  return Number(kibibytes) * 1024 > NEARLY_ALL;
}
