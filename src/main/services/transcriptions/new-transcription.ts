/** What making a transcription takes, the first one or another version. */
import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Idempotency } from '../../repositories/jobs/idempotency.ts';
import { ownerOf, type Principal, voiceMemoryOf } from '../principal.ts';

/** Whose a new transcription is, who pays for it, and among whose voices its speakers are recognised. */
export function ownership(principal: Principal) {
  const owner = ownerOf(principal);
  const metered = owner.keyId !== null && !owner.test;
  return { ...owner, metered, voiceMemory: voiceMemoryOf(principal, owner) };
}

/** An upload that was transcribed and is not there any more. */
export function unlessRemoved(error: unknown): never {
  const gone = error instanceof AppError && error.code === 'not_found' && error.param === 'url';
  throw gone ? new AppError('recording_removed') : error;
}

/** Under which of its caller's own names a request is made; null where it has none. */
export function toIdempotency(
  name: string | undefined,
  request: object,
  principal: Principal,
): Idempotency | null {
  if (name === undefined) return null;
  const owner = principal.kind === 'key' ? principal.keyId : 'window';
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return { owner, name, requestHash };
}
