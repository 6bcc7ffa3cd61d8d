/** Asks the engine which graphics cards exist. */
import { execFile } from 'node:child_process';
import type { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import { engineEnvironment } from '../process/engine-environment.ts';
import type { EngineCommand } from '../process/engine-process.ts';
import { DevicesEvent, type EngineDevice } from '../process/protocol.ts';

/** Drivers take up to a second or two to start; one that takes longer hangs. */
const TIMEOUT_MS = 10_000;

type Listed = Pick<z.infer<typeof DevicesEvent>, 'devices' | 'waiting'>;

/** The usable cards, the best first; none if a driver crashes or hangs, or the engine knows of none. */
export async function listDevices(
  command: EngineCommand,
  signal?: AbortSignal,
): Promise<EngineDevice[]> {
  return (await askForDevices(command, signal)).devices;
}

/** Also the cards that wait for the library that the engine computes on them with. */
export function askForDevices(command: EngineCommand, signal?: AbortSignal): Promise<Listed> {
  return new Promise((resolve) => {
    const options = {
      env: engineEnvironment(true),
      windowsHide: true,
      ...(signal && { signal }),
      // A driver that hangs reacts to nothing else.
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL' as const,
    };
    execFile(command.file, [...command.args, '--devices'], options, (_error, stdout) => {
      resolve(DevicesEvent.safeParse(parseJson(stdout)).data ?? { devices: [], waiting: [] });
    });
  });
}
