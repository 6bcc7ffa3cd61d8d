import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { AppError, isNodeError } from '../core/errors.ts';
import type { ChildWork } from '../processes/child-program.ts';
import { SPARE_PRIORITY, stepBack } from '../processes/process-limits.ts';
import type { GivenFile, TaskName, Tasks } from './child-tasks.ts';

type Work<Name extends TaskName> = ChildWork<Tasks[Name]['request'], Tasks[Name]['result']>;

/** The implementation of each task, loaded in its process. */
const WORK: { [Name in TaskName]: () => Promise<Work<Name>> } = {
  label: async () => {
    stepBack();
    return (await import('../speakers/label-recording.ts')).labelRecording;
  },
  embed: async () => {
    stepBack(0, SPARE_PRIORITY);
    return (await import('../speakers/neural/embedded-ahead.ts')).embedAhead;
  },
  structure: async () => {
    const { structureTranscript } = await import('../structure/structure-transcript.ts');
    return (input) => JSON.stringify(structureTranscript(input));
  },
  transcript: async () => {
    const { takeTranscript } = await import('../structure/take-given-transcript.ts');
    return async ({ file, recording }) => takeTranscript(await bytesOf(file), recording);
  },
  docx: async () => (await import('../services/exports/docx-file.ts')).writeDocx,
};

async function bytesOf(file: GivenFile): Promise<Uint8Array> {
  if (typeof file !== 'string') return file;
  try {
    return await readFile(file);
  } catch (cause) {
    if (isNodeError(cause) && cause.code === 'ENOENT') throw new AppError('not_found', { cause });
    throw cause;
  }
}

/** The implementation of the task that the process was started for. @throws for an unknown name */
export function workOf(name: string | undefined): ChildWork<unknown, unknown> {
  if (name === undefined || !Object.hasOwn(WORK, name))
    throw new Error(`There is no task ${name}.`);
  // The parent process sends the request type of this same task.
  const load = WORK[name as TaskName] as () => Promise<ChildWork<unknown, unknown>>;
  return async (request, onProgress) => {
    const work = await load();
    // The process is killed once it has answered, before Node would write its compile cache.
    flushCompileCache();
    return work(request, onProgress);
  };
}
