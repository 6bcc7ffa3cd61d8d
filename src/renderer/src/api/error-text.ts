import { ApiError } from '../../../shared/client.ts';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { sayHere } from '../text/error-advice.ts';

/** A sentence for the user about any error of a request. */
export function errorText(thrown: unknown): string {
  if (thrown instanceof ApiError) return sayHere(thrown);
  return 'Steno did not answer. Check that it is still running, then try again.';
}

/** Why the service refuses something, for a form that shows it itself; `null` if it does not. */
export async function refusalOf(action: () => Promise<unknown>): Promise<string | null> {
  try {
    await action();
    return null;
  } catch (thrown) {
    return errorText(thrown);
  }
}

/** Does what may be done already, as after a second press: the service then says this, and that is no failure. */
export async function unless(code: ErrorCode, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === code)) throw thrown;
  }
}
