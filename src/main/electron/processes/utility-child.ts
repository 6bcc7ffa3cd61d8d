import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { Child } from '../../child-process.ts';
import { HEAP_LIMIT } from '../../child-program.ts';
import type { StartDocxProcess } from '../../services/exports/docx-process.ts';
import type { StartLabelProcess } from '../../speakers/label-process.ts';
import type { StartStructureProcess } from '../../structure/structure-process.ts';

/** Beside this file as source; beside the bundle under its own name. */
function programOf(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url));
}

/** The packaged program cannot be run as Node, so that nobody else can: Electron starts the process. */
function startUtility<Request, Result>(name: string, title: string): Child<Request, Result> {
  const child = utilityProcess.fork(programOf(name), [], {
    serviceName: title,
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
}

export const startLabelProcess: StartLabelProcess = () =>
  startUtility('label-utility', 'Steno speakers');
export const startStructureProcess: StartStructureProcess = () =>
  startUtility('structure-utility', 'Steno structure');
export const startDocxProcess: StartDocxProcess = () =>
  startUtility('docx-utility', 'Steno Word files');
