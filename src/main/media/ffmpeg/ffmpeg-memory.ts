import { availableParallelism } from 'node:os';
import type { ChildResult } from '../process.ts';

/** Stacks of threads that its libraries start for each processor count whether used or not. */
const BYTES_A_PROCESSOR = 32 * 2 ** 20;
/**
 * Four times what the most demanding recordings take: ten hours of video whose index goes to the front of its copy.
 * Beyond it the C library gives ffmpeg no more.
 */
export const FFMPEG_MEMORY_BYTES = 2 ** 30 + availableParallelism() * BYTES_A_PROCESSOR;
/** A large piece is refused while much is free, and ffmpeg does not always say why it stopped. */
const NEARLY_ALL = 2 ** 29;

/** Has ffmpeg say at its end how much memory it took, at `-loglevel info`. */
export const REPORT_MEMORY: readonly string[] = ['-benchmark'];

/** Whether memory may be what a run that failed was short of. */
export function tookAllMemory({ stderr }: ChildResult): boolean {
  const kibibytes = /\bbench: maxrss=(\d+)\s?k/i.exec(stderr)?.[1] ?? 0;
  return Number(kibibytes) * 1024 > NEARLY_ALL;
}
