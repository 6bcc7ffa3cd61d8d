/** The real engine with the demo model, and a plain way to talk to its pipe. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createStenoEngine } from '../../../src/main/engine/process/steno-engine.ts';

const root = join(import.meta.dirname, '../../..');
const suffix = process.platform === 'win32' ? '.exe' : '';
const binFolder = join(root, 'resources/bin', `${process.platform}-${process.arch}`);

/** `STENO_ENGINE` names another build, such as one with sanitizers. */
export const engineFile = process.env['STENO_ENGINE'] ?? join(binFolder, `steno-engine${suffix}`);
/** The engine's own unit tests, built beside it. */
export const engineTestsFile = engineFile.replace(/steno-engine(\.exe)?$/, 'steno-engine-tests$1');
export const engineCommand = { file: engineFile, args: [] };
export const demoModel = join(root, 'resources/models/demo.bin');

if (!existsSync(engineFile)) throw new Error('The engine is not built: run "npm test" once.');

/** Opens the real engine through its adapter. */
export const openEngine = createStenoEngine({
  command: engineCommand,
  clock: systemClock,
  logger: createLogger('silent'),
});

type RawEvent = {
  type: string;
  id?: string | null;
  code?: string;
  [field: string]: unknown;
};

/** A real engine process and its bare pipe, for what the adapter would never send. */
export async function startRawEngine(args: string[] = []) {
  const all = ['--model', demoModel, '--device', 'cpu', ...args];
  const child = spawn(engineFile, all, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<RawEvent> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The engine ended');
    return JSON.parse(value) as RawEvent;
  };
  /** Reads on until an event fits; the events read on the way are in `seen`. */
  const until = async (fits: (event: RawEvent) => boolean, seen: RawEvent[] = []) => {
    for (;;) {
      const event = await next();
      seen.push(event);
      if (fits(event)) return event;
    }
  };
  const ready = await next();
  return {
    ready,
    next,
    until,
    exited,
    write: (bytes: string | Uint8Array) => child.stdin.write(bytes),
    send: (header: object, audio: Uint8Array = new Uint8Array()) => {
      child.stdin.write(`${JSON.stringify(header)}\n`);
      child.stdin.write(audio);
    },
    end: () => child.stdin.end(),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
