import { cpus } from 'node:os';

export function processorName(): string {
  return cpus()[0]?.model.trim() || 'Processor';
}
