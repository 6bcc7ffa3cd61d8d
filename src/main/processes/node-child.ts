import { spawn } from 'node:child_process';
import type { Child } from './child-process.ts';
import { HEAP_LIMIT } from './child-program.ts';
import { withLimits } from './process-limits.ts';

/** Keys and tokens are not passed on. */
const PASSED_ENVIRONMENT = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/** For memory allocated too fast for the process to notice itself; V8 alone counts for half a gigabyte here. */
const MEMORY_BYTES = 6 * 2 ** 30;

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export function startNodeChild<Request, Result>(
  program: string,
  ...programArgs: readonly string[]
): Child<Request, Result> {
  const passed = PASSED_ENVIRONMENT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const node = { file: process.execPath, args: [...HEAP_LIMIT, program, ...programArgs] };
  const { file, args } = withLimits(node, MEMORY_BYTES);
  const child = spawn(file, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: Object.fromEntries(passed),
    windowsHide: true,
  });
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure ??= error;
  });
  const kill = () => void child.kill('SIGKILL');
  return {
    post(request) {
      // A process that could not be started has no channel.
      if (child.connected) child.send(request as object, (error) => error && kill());
    },
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) =>
      void child.on('close', (code, signal) =>
        listener(failure?.message ?? signal ?? `${code}`, failure),
      ),
    kill,
  };
}
