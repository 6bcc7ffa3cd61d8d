import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { StartTask, TaskName } from '../../child-tasks/child-tasks.ts';
import { HEAP_LIMIT } from '../../processes/child-program.ts';

/** Beside this file when run from source; beside the bundle under its own name. */
function programOf(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url));
}

const TITLES: Record<TaskName, string> = {
  label: 'Steno speakers',
  embed: 'Steno voices',
  structure: 'Steno structure',
  transcript: 'Steno transcripts',
  docx: 'Steno Word files',
};

/** The packaged program cannot be run as Node, so that other programs cannot misuse it: Electron starts the process. */
export const startUtilityTask: StartTask = (name) => {
  const child = utilityProcess.fork(programOf('task-utility'), [name], {
    serviceName: TITLES[name],
    stdio: 'ignore',
    execArgv: [...HEAP_LIMIT],
    env: { PATH: process.env['PATH'] },
  });
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', (code) => listener(`code ${code}`)),
    kill: () => void child.kill(),
  };
};
