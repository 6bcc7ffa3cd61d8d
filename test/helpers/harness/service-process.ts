/** The service as a process of its own, which can be killed and started again on the same folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildService } from '../../../scripts/bootstrap/service.mjs';
import type { Client } from '../../../src/shared/client.ts';
import { connect } from './app.ts';
import { databaseFor } from './test-database.ts';

export const projectRoot = join(import.meta.dirname, '../../..');

let bundle: Promise<string> | undefined;
/** The program of the command `steno`, as users run it. */
export async function stenoProgram(): Promise<string> {
  bundle ??= buildService(projectRoot, process.execPath);
  return join(await bundle, 'cli.js');
}

/** What every program of ours finds in its environment: no yt-dlp to fetch, and code compiled before. */
export const usual = (): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  STENO_YT_DLP_URL: '',
});

type ServiceProcess = {
  url: string;
  signIn: string;
  pid: number;
  client: Client;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Asks it to stop; gives the exit code. */
  stop(): Promise<number | null>;
};

/** `steno serve`, ready. What it says on stderr before it fails is part of the error. */
export async function startService(
  dataDir: string,
  env: Record<string, string> = {},
  /** An open file to which the log goes instead. */
  log: number | 'pipe' = 'pipe',
  /** How many files it may open; as many as we may when left out. */
  openFiles: number | null = null,
): Promise<ServiceProcess> {
  const database = await databaseFor(dataDir);
  const command = [process.execPath, await stenoProgram(), 'serve'] as const;
  const serve = [...command, '--port', '0', '--data', dataDir] as const;
  const limited = ['/bin/sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...serve] as const;
  const [file, ...args] = openFiles === null ? serve : limited;
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', log],
    env: { ...usual(), STENO_LOG: 'error', ...(database && { STENO_DATABASE: database }), ...env },
  });
  const exited = once(child, 'exit');
  const ready = await readyLine(child, exited);
  return {
    ...ready,
    client: await connect(dataDir),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

type CommandResult = { code: number | null; stdout: string; stderr: string };

/** The command `steno` to its end; `input` is piped into it. */
export async function runSteno(
  args: string[],
  env: Record<string, string> = {},
  input?: Buffer,
): Promise<CommandResult> {
  return startProgram(await stenoProgram(), args, env, input).ended;
}

/**
 * The same while it runs, as a person runs it, through bin/steno.mjs; `interrupt` is Ctrl-C, which reaches the whole
 * process group.
 */
export function startSteno(args: string[], env: Record<string, string> = {}, input?: Buffer) {
  return startProgram(join(projectRoot, 'bin/steno.mjs'), args, env, input);
}

function startProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  input: Buffer | undefined,
) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...usual(), STENO_LOG: 'silent', ...env },
    detached: true,
  });
  child.stdin.end(input);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(
    ([code]): CommandResult => ({ code: code as number | null, ...output }),
  );
  return {
    output,
    ended,
    /** To bin/steno.mjs alone, or to its whole process group, as Ctrl-C and many supervisors do. */
    signal: (signal: NodeJS.Signals, whom: 'wrapper' | 'group') =>
      process.kill(whom === 'group' ? -(child.pid ?? 0) : (child.pid ?? 0), signal),
    /** Ctrl-C. */
    interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
    /** Ends it at once and all that it has started. */
    kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
    /** No one reads what it prints any more, as after `| head`. */
    stopReading: () => child.stdout.destroy(),
  };
}

async function readyLine(child: ChildProcess, exited: Promise<unknown>) {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  if (!child.stdout) throw new Error('The service has no stdout.');
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const failed = exited.then(() => {
    throw new Error(`The service did not start: ${stderr}`);
  });
  failed.catch(() => {});
  const [text] = await Promise.race([line, failed]);
  const { url, sign_in, pid } = JSON.parse(text) as { url: string; sign_in: string; pid: number };
  return { url, signIn: sign_in, pid };
}
