/** The other machines that transcribe for this service: they come and go, and a recording never waits for one. */
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Machine, MachineModel, WorkerHello } from '../../../shared/machines.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { sha256OfFile } from '../../file-digest.ts';
import type { Logger } from '../../logger.ts';
import type { Engine, EngineInfo, OpenEngine } from '../engine.ts';
import { modelName } from '../models/model-file.ts';
import type { EngineStreams } from '../process/attached-engine.ts';
import { type ConnectedMachine, welcomeMachine } from './machine.ts';
import { createSpreadEngine, type SpreadEngine } from './spread-engine.ts';

export type Machines = ReturnType<typeof createMachines>;

/** A model that is loaded here now, and on other machines if possible. */
type Opened = { modelPath: string; engine: SpreadEngine; closing: AbortController };
type Member = { machine: ConnectedMachine; busy: number; windows: number; lost: number };
/** A machine whose engines died or failed this often without transcribing a window between is given no more models. */
const MOST_LOST = 5;

export function createMachines({
  clock,
  logger,
  version,
  closing,
  onChange,
}: {
  clock: Clock;
  logger: Logger;
  version: string;
  /** Aborted when the program stops. */
  closing: AbortSignal;
  /** Machines have come or gone. */
  onChange: () => void;
}) {
  const members = new Map<string, Member>();
  const opened = new Set<Opened>();
  const digests = new Map<string, Promise<MachineModel>>();
  const files = new Map<string, string>();

  const describe = async (modelPath: string): Promise<MachineModel> => {
    const { size, mtimeMs } = await stat(modelPath);
    const key = `${modelPath} ${size} ${mtimeMs}`;
    const known =
      digests.get(key) ??
      sha256OfFile(modelPath, closing).then((sha256) => {
        files.set(sha256, modelPath);
        return { name: modelName(modelPath), bytes: size, sha256 };
      });
    digests.set(key, known);
    known.catch(() => digests.delete(key));
    return known;
  };

  /** Has a machine load a model that is in use here, and transcribe windows with it. */
  const help = async (member: Member, entry: Opened): Promise<void> => {
    const { modelPath, engine, closing } = entry;
    const { machine } = member;
    try {
      const there = await machine.open(await describe(modelPath), closing.signal);
      if (closing.signal.aborted) return await there.close();
      if (!speaksAs(there.info, engine.info)) {
        await there.close();
        throw new AppError('engine_protocol');
      }
      engine.add({
        name: machine.name,
        engine: there,
        onBusy: (change) => {
          member.busy += change;
        },
        isThere: () => !machine.left.aborted,
        onTranscribed: () => {
          member.windows++;
          member.lost = 0;
        },
        onLost: (error, blamed) => {
          const about = { machine: machine.name, model: modelName(modelPath) };
          logger.warn({ err: error, ...about }, 'an engine is lost');
          if (blamed) machine.blame(error);
          if (blamed) member.lost++;
          if (member.lost < MOST_LOST) void help(member, entry);
        },
      });
      logger.info({ machine: machine.name, model: modelName(modelPath) }, 'a machine helps');
    } catch (error) {
      if (closing.signal.aborted || machine.left.aborted) return;
      logger.warn({ err: error, machine: machine.name }, 'a machine cannot load a model');
      machine.blame(error);
    }
    onChange();
  };

  const find = (id: string): ConnectedMachine => {
    const member = members.get(id);
    if (!member) throw new AppError('not_found', { message: 'This machine is not there.' });
    return member.machine;
  };

  return {
    /** Opens a model with `open`, and on every machine that is connected or connects while it is open. */
    spread:
      (open: OpenEngine): OpenEngine =>
      async (options): Promise<Engine> => {
        const engine = createSpreadEngine(await open(options), clock.mono);
        const entry: Opened = {
          modelPath: options.modelPath,
          engine,
          closing: new AbortController(),
        };
        opened.add(entry);
        for (const member of members.values()) void help(member, entry);
        return {
          ...engine,
          async close() {
            opened.delete(entry);
            entry.closing.abort();
            await engine.close();
          },
        };
      },

    /**
     * Takes in a worker, which stays connected while `said` is open; returns what it is told. @throws invalid_request
     * where the worker runs another version of Steno, whose messages may differ
     */
    join(hello: WorkerHello, said: Readable, signal: AbortSignal): Readable {
      if (hello.version !== version) {
        throw new AppError('invalid_request', {
          param: 'version',
          message: `This service is Steno ${version}, and the worker is ${hello.version}. Install the same version on both.`,
        });
      }
      const over = AbortSignal.any([signal, closing]);
      const machine = welcomeMachine({ hello, said, signal: over, clock, logger });
      const member = { machine, busy: 0, windows: 0, lost: 0 };
      members.set(machine.id, member);
      logger.info({ machine: hello.name, lanes: hello.lanes }, 'a machine has joined');
      onChange();
      machine.left.addEventListener('abort', () => {
        members.delete(machine.id);
        onChange();
      });
      for (const entry of opened) void help(member, entry);
      return machine.told;
    },

    /** Connects an engine that a machine was asked to start. @throws not_found */
    attach: (id: string, engine: string, streams: EngineStreams): void =>
      find(id).attach(engine, streams),

    /** The file of a model that a machine was asked to load. @throws not_found */
    modelFile(id: string, sha256: string): { path: string; bytes: number } {
      const model = find(id).model(sha256);
      const path = files.get(sha256);
      if (!model || path === undefined) {
        throw new AppError('not_found', { message: 'The machine was asked for no such model.' });
      }
      return { path, bytes: model.bytes };
    },

    /** Those connected now, in the order in which they connected. */
    list: (): Machine[] =>
      [...members.values()].map(({ machine, busy, windows }) => ({
        id: machine.id,
        name: machine.name,
        lanes: machine.lanes,
        busy,
        windows,
        models: machine.loaded(),
        problem: machine.problem(),
        joined_at: new Date(machine.joinedAt).toISOString(),
      })),
  };
}

/** Whether an engine on another machine says of the model what the one here does. */
function speaksAs(there: EngineInfo, here: EngineInfo): boolean {
  return there.languages.every((language) => here.languages.includes(language));
}
