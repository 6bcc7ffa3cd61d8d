import { ApiError } from '../../../shared/client.ts';
import { sayHere } from '../text/advice.ts';

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
