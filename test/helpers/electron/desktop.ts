/** The desktop app's own entry in a process, with a stand-in for Electron that tells what is asked of it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '../harness/until.ts';

const root = join(import.meta.dirname, '../../..');

type Call = { call: string; argument: unknown };
export type Desktop = ReturnType<typeof startDesktop>;

export function startDesktop({
  folder,
  args = [],
  env = {},
  entry = join(root, 'src/main/index.ts'),
}: {
  /** For the data and for what Electron keeps. */
  folder: string;
  args?: string[];
  env?: Record<string, string>;
  /** The program to run; the sources unless told otherwise. */
  entry?: string;
}) {
  const calls: Call[] = [];
  let log = '';
  const child = fork(entry, args, {
    execArgv: ['--import', join(root, 'test/helpers/electron/register.mjs')],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      STENO_LOG: 'error',
      STENO_PORT: '0',
      STENO_DATA: join(folder, 'data'),
      STAND_IN_FOLDER: folder,
      ...env,
    },
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  child.on('message', (call: Call) => calls.push(call));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let running = true;
  void exited.then(() => {
    running = false;
  });

  return {
    calls,
    exited,
    /** The arguments of all calls of this name so far. */
    all: (name: string): unknown[] =>
      calls.filter(({ call }) => call === name).map(({ argument }) => argument),
    /** Waits for a call that fits. */
    async called(
      name: string,
      fits: (argument: unknown) => boolean = () => true,
    ): Promise<unknown> {
      const found = () => calls.find(({ call, argument }) => call === name && fits(argument));
      await until(() => found() !== undefined || !running);
      const hit = found();
      if (!hit) throw new Error(`"${name}" was never called.\n${log}`);
      return hit.argument;
    },
    happen: (what: string, argument?: unknown): void => {
      child.send({ what, argument });
    },
    /** As a supervisor, a terminal or the system ends programs. */
    signal: (signal: NodeJS.Signals): void => void child.kill(signal),
    async quit(): Promise<number | null> {
      if (running) child.send({ what: 'chooseInTray', argument: 'Quit' });
      return exited;
    },
  };
}
