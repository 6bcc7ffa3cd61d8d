/** Runs an engine that is connected to the service over the network. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type EngineCommand,
  type EngineStart,
  startEngine,
} from '../engine/process/engine-process.ts';
import { engineStart } from '../engine/process/steno-engine.ts';
import type { Logger } from '../logger.ts';

/** How engines are started on this machine. */
export type EngineHost = {
  command: EngineCommand;
  /** On what, and with how many lanes, a model runs best here. */
  place: (
    modelPath: string,
    signal: AbortSignal,
  ) => Promise<{ lanes: number; threads: number; device?: string }>;
};

const LAST_WORDS = 300;

type Connection = { outgoing: Writable; incoming: Readable };

/** Resolves once the service has closed the engine, or the engine has ended. Rejects if it cannot be started. */
export async function runEngine(
  { command, place }: EngineHost,
  {
    modelPath,
    connect,
    logger,
    signal,
  }: {
    modelPath: string;
    connect: () => Promise<Connection>;
    logger: Logger;
    signal: AbortSignal;
  },
): Promise<void> {
  const start: EngineStart = await engineStart(command, {
    modelPath,
    ...(await place(modelPath, signal)),
  });
  const { outgoing, incoming } = await connect();
  const child = startEngine(start);
  let lastWords = '';
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', (code, by) => {
      if (code === 0 || child.killed) resolve();
      else reject(new Error(`The engine ended with ${by ?? `exit code ${code}`}. ${lastWords}`));
    });
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  child.stderr?.on('data', (text: Buffer) => {
    lastWords = text.toString('utf8').trim().slice(-LAST_WORDS);
    logger.debug({ engine: lastWords }, 'engine log');
  });
  try {
    // The engine ends when its input ends; a broken connection ends it at once.
    pipeline(incoming, child.stdin).catch(kill);
    const said = pipeline(child.stdout, outgoing).catch(kill);
    await ended;
    await said;
  } finally {
    signal.removeEventListener('abort', kill);
    outgoing.destroy();
    incoming.destroy();
  }
}
