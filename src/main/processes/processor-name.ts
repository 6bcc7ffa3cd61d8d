import { cpus } from 'node:os';

/** What the processor of this computer is called. */
export function processorName(): string {
  return cpus()[0]?.model.trim() || 'Processor';
}
