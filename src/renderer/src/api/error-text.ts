import { ApiError } from '../../../shared/client.ts';

/** A sentence for the person about anything a request threw. */
export function errorText(thrown: unknown): string {
  if (thrown instanceof ApiError) return thrown.message;
  return 'Steno did not answer. Check that it is still running, then try again.';
}
