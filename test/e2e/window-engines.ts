/** What the services behind the windows of tests compute with. */
import { join } from 'node:path';
import { inject } from 'vitest';
import { quickEngine, realEngine, writeProgram } from '../helpers/engines/engine-programs.ts';

/** A service of two lanes opens an engine with one only to measure this machine. */
const LEAVE_OUT = 'case "$*" in *"--lanes 1 "*|*--devices) exit 3;; esac; exec "$0" "$@"';

const written = new Map<string, Promise<string>>();

async function withoutMeasuring(name: string, { file, args }: typeof realEngine) {
  const path = join(inject('sampleFolder'), `${name}-${process.pid}`);
  const command = { file: '/bin/sh', args: ['-c', LEAVE_OUT, file, ...args] };
  const program = written.get(name) ?? writeProgram(path, command);
  written.set(name, program);
  return { engineFile: await program, lanes: 2 };
}

/**
 * The real engine, without measuring how fast this machine is and what cards it has. As soon as a window asks what
 * models there are, that takes a second of the processor, and few tests look at what comes of it.
 */
export const unmeasured = () => withoutMeasuring('engine', realEngine);

/** Says something at once, where it does not matter what: see fake-engine.ts. */
export const quick = () => withoutMeasuring('quick-engine', quickEngine);
