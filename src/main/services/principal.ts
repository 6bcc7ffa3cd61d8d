import type { KeyScope } from '../../shared/accounts.ts';
import { EVERYTHING, isSeenIn, type Owner, type View } from '../repositories/row-visibility.ts';

/** The caller: the signed-in window (and the shell's own commands), or the holder of an API key. */
export type Principal = { kind: 'window' } | KeyHolder;
export type KeyHolder = { kind: 'key'; keyId: string; test: boolean; scope: KeyScope };

export const WINDOW: Principal = { kind: 'window' };

/** What a caller can see and, with any scope but `read`, change. */
export function viewOf(principal: Principal): View {
  if (principal.kind === 'window') return EVERYTHING;
  const { keyId, test, scope } = principal;
  return { keyId: scope === 'own' ? keyId : null, test };
}

/** Whether a caller can see rows of this owner. */
export function maySee(principal: Principal, owner: Owner): boolean {
  return isSeenIn(viewOf(principal), owner);
}

/** The owner of rows that a caller creates. */
export function ownerOf(principal: Principal): Owner {
  if (principal.kind === 'window') return { keyId: null, test: false };
  return { keyId: principal.keyId, test: principal.test };
}

/** Whether a caller created this, rather than only being able to see it. */
export function isOwner(principal: Principal, { keyId }: Pick<Owner, 'keyId'>): boolean {
  return ownerOf(principal).keyId === keyId;
}

/** The voice memory a caller uses and adds to: a key that sees only its own rows has a memory of its own. */
export function voiceMemoryOf(principal: Principal, { test }: Pick<Owner, 'test'>): string {
  if (principal.kind === 'key' && principal.scope === 'own') return principal.keyId;
  return test ? 'test' : 'live';
}
