/** `steno worker` as a process of its own, as on another machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempFolder } from './app.ts';
import { stenoProgram, usual } from './service-process.ts';

export type WorkerProcess = Awaited<ReturnType<typeof startWorker>>;

/** Starts it; `joined` waits until the service has accepted it for the first time. */
export async function startWorker(
  { url, key }: { url: string; key: string },
  {
    name,
    lanes = 1,
    engine,
    dataDir,
  }: { name: string; lanes?: number; engine?: string; dataDir?: string },
) {
  const folder = dataDir ?? (await makeTempFolder());
  const args = ['worker', url, '--name', name, '--lanes', String(lanes), '--data', folder];
  const child = spawn(process.execPath, [await stenoProgram(), ...args, '--threads', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...usual(),
      STENO_KEY: key,
      STENO_LOG: 'info',
      STENO_DEVICE: 'cpu',
      ...(engine !== undefined && { STENO_ENGINE: engine }),
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => {
    output.stdout += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    output.stderr += text;
  });
  const joined = once(child.stdout, 'data').then(() => {});
  const exited = once(child, 'close') as Promise<[number | null]>;
  const signal = async (by: NodeJS.Signals) => {
    child.kill(by);
    const [code] = await exited;
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    return code;
  };
  return {
    output,
    models: join(folder, 'worker-models'),
    ended: exited.then(([code]) => code),
    joined: () => joined,
    /** Neither runs nor ends, as a machine whose lid is closed. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** Ends it at once, as a power cut does. */
    kill: () => signal('SIGKILL'),
    /** Asks it to stop; gives the exit code. */
    stop: () => signal('SIGTERM'),
  };
}
