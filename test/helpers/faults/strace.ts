/** System calls that fail: strace answers some calls of a process in place of the system. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A call of each thread, the how manieth since strace came, and how it fails. */
export type SystemFault = {
  call: 'fsync' | 'write' | 'pwrite64' | 'rename' | 'openat';
  error: 'EIO' | 'ENOSPC' | 'EINTR';
  nth: number;
};

/** Why no calls can be made to fail here; null where they can. */
export const noStrace = ((): string | null => {
  if (process.platform !== 'linux') return 'strace is a program of Linux';
  const { error, status } = spawnSync('strace', [
    '-f',
    '-e',
    'trace=fsync',
    '-o',
    '/dev/null',
    'true',
  ]);
  if (error) return 'strace is not installed';
  return status === 0 ? null : 'ptrace is not allowed';
})();

/** Only calls about these files fail, all when left out. */
export const straceArgs = ({ call, error, nth }: SystemFault, paths: readonly string[] = []) => [
  ...['-f', '-y', '-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${nth}`],
  ...paths.flatMap((path) => ['-P', path]),
];

/** Has calls of a running process fail until `end`, which gives those that did, with the paths of their files. */
export async function failCalls(pid: number, fault: SystemFault, paths?: readonly string[]) {
  const strace = spawn('strace', [...straceArgs(fault, paths), '-p', `${pid}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(strace, 'exit');
  const attached = Promise.withResolvers<void>();
  const injected: string[] = [];
  const lines = createInterface({ input: strace.stderr });
  lines.on('line', (line) => {
    if (line.includes('attached')) attached.resolve();
    if (line.includes('(INJECTED)')) injected.push(line);
  });
  await Promise.race([attached.promise, exited]);
  return {
    async end(): Promise<string[]> {
      await stop(strace, exited);
      return injected;
    },
  };
}

async function stop(strace: ChildProcess, exited: Promise<unknown>): Promise<void> {
  strace.kill('SIGINT');
  // Where a process ends while it is watched, strace may wait for ever for one of its threads.
  const timer = setTimeout(() => strace.kill('SIGKILL'), 1_000);
  await exited;
  clearTimeout(timer);
}
