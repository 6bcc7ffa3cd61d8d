/** An engine on another machine, spoken with over two streams as over the pipes of a process. */
import type { Readable, Writable } from 'node:stream';
import type { EngineHandlers, EngineProcess } from './engine-process.ts';
import { createSender, readEvents } from './engine-process.ts';

/** The streams of a connection: what the engine sends, and what it receives. */
export type EngineStreams = { said: Readable; told: Writable };

/** It has exited as soon as either stream has ended. */
export function attachEngine(
  { said, told }: EngineStreams,
  handlers: EngineHandlers,
): EngineProcess {
  const kill = () => {
    said.destroy();
    // An answer that is destroyed would count as one that failed.
    told.end();
  };
  readEvents(said, handlers);
  const exited = Promise.withResolvers<void>();
  for (const stream of [said, told]) {
    // Why a connection ended makes no difference.
    stream.on('error', () => {}).once('close', () => exited.resolve());
  }
  return {
    send: createSender(told),
    end: () => told.end(),
    kill,
    exited: exited.promise.then(() => {
      kill();
      return { code: null, signal: null, spawnError: null, lastWords: 'The connection ended.' };
    }),
  };
}
