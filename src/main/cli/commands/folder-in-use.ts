import { systemClock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { findRunning } from '../find-or-start-service.ts';

const AT_WORK =
  'Another command is at work on this data folder, such as "steno migrate", or a service is starting. Wait until it is done.';

/** Does what needs the data folder for itself; where it is in use, the error says by whom. */
export async function unlessInUse<Made>(
  dataDir: string,
  work: () => Made | Promise<Made>,
): Promise<Made> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'already_running')) throw cause;
    const service = await findRunning(dataDir, systemClock);
    const message = service
      ? `Steno is already running with this data folder, at ${service.url}. Stop it first.`
      : AT_WORK;
    throw new AppError('already_running', { message, cause });
  }
}
