import { fork } from 'node:child_process';
import type { Child } from './child-process.ts';

/** Keys and tokens stay out of reach. */
const PASSED_ENVIRONMENT = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export function startNodeChild<Request, Result>(program: string): Child<Request, Result> {
  const passed = PASSED_ENVIRONMENT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: Object.fromEntries(passed),
  });
  let failure: Error | null = null;
  child.on('error', (error) => {
    failure ??= error;
  });
  const kill = () => void child.kill('SIGKILL');
  return {
    post: (request) => void child.send(request as object, (error) => error && kill()),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) =>
      void child.on('close', (code, signal) => listener(failure?.message ?? signal ?? `${code}`)),
    kill,
  };
}
