import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { StartLabelProcess } from '../speakers/label-process.ts';

/** Beside this file as source; beside the bundle under its own name. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './label-utility.ts' : './label-utility.js',
    import.meta.url,
  ),
);

/** The packaged program cannot be run as Node, so that nobody else can: Electron starts the process. */
export const startLabelProcess: StartLabelProcess = () => {
  const child = utilityProcess.fork(PROGRAM, [], {
    serviceName: 'Steno speakers',
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] },
  });
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', (code) => listener(`code ${code}`)),
    kill: () => void child.kill(),
  };
};
