/** A process of its own that tells which limits it lives under, as /proc and its command line show them. */
import { readFileSync } from 'node:fs';
import { answerParent } from '../../../src/main/processes/child-program.ts';

export type Limits = { memory: string; openFiles: string; options: string[] };

answerParent((): Limits => {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const of = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(limits)?.[1] ?? '';
  return {
    memory: of('Max data size'),
    openFiles: of('Max open files'),
    options: process.execArgv,
  };
});
