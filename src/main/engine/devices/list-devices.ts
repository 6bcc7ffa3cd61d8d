/** Asks the engine which graphics cards there are. */
import { execFile } from 'node:child_process';
import { type EngineCommand, minimalEnvironment } from '../process/engine-process.ts';
import { DevicesEvent, type EngineDevice } from '../process/protocol.ts';

/** Drivers take up to a second or two to start; one that takes longer hangs. */
const TIMEOUT_MS = 20_000;

/** The cards that can be computed on, the best first; none where the driver crashes or the engine knows of none. */
export function listDevices(command: EngineCommand): Promise<EngineDevice[]> {
  return new Promise((resolve) => {
    const env = minimalEnvironment(true);
    const options = { env, timeout: TIMEOUT_MS, windowsHide: true };
    execFile(command.file, [...command.args, '--devices'], options, (_error, stdout) => {
      resolve(parse(stdout));
    });
  });
}

function parse(stdout: string): EngineDevice[] {
  try {
    return DevicesEvent.parse(JSON.parse(stdout)).devices;
  } catch {
    return [];
  }
}
