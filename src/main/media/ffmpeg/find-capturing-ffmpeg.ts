import { AppError } from '../../core/errors.ts';
import { runChild } from '../../processes/run-program.ts';
import { FFMPEG_MEMORY_BYTES } from './ffmpeg-memory.ts';
import { findAllFfmpegs, findFfmpeg } from './find-ffmpeg.ts';

/** Such as ` DE pulse           Pulse audio output`, or names with a comma between them. */
const DEVICE = /^ D[ E]?[ d]? +(\S+) /;

/** What was found out before, by the program's path. */
const known = new Map<string, ReadonlySet<string>>();

/**
 * The first ffmpeg that can record from devices of these kinds, such as `pulse`: a packaged one is often built without.
 * One that `STENO_FFMPEG` names is taken as it is.
 *
 * @throws AppError `ffmpeg_missing`, `ffmpeg_lacks_devices`
 */
export async function findCapturingFfmpeg(
  kinds: readonly string[],
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<string> {
  const first = await findFfmpeg({ env });
  if (env['STENO_FFMPEG']) return first;
  for await (const file of findAllFfmpegs({ env })) {
    const devices = known.get(file) ?? (await askDevices(file, signal));
    known.set(file, devices);
    if (kinds.every((kind) => devices.has(kind))) return file;
  }
  throw new AppError('ffmpeg_lacks_devices');
}

/** None where it does not run here. */
async function askDevices(file: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const devices = new Set<string>();
  try {
    await runChild({
      ...{ file, args: ['-hide_banner', '-devices'], memoryBytes: FFMPEG_MEMORY_BYTES },
      ...{ missing: 'ffmpeg_missing', signal },
      onStdoutLine: (line) => {
        for (const name of DEVICE.exec(line)?.[1]?.split(',') ?? []) devices.add(name);
      },
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ffmpeg_missing')) throw error;
  }
  return devices;
}
