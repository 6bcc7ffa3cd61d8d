import type { KeyScope } from '../../shared/api.ts';
import { EVERYTHING, isSeenIn, type Owner, type View } from '../repositories/view.ts';

/** Who is asking: the signed-in window (and the shell's own commands), or the holder of an API key. */
export type Principal = { kind: 'window' } | KeyHolder;
export type KeyHolder = { kind: 'key'; keyId: string; test: boolean; scope: KeyScope };

export const WINDOW: Principal = { kind: 'window' };

/** What somebody sees, and with any scope but `read` changes. */
export function viewOf(principal: Principal): View {
  if (principal.kind === 'window') return EVERYTHING;
  const { keyId, test, scope } = principal;
  return { keyId: scope === 'own' ? keyId : null, test };
}

/** Whether somebody sees what belongs to this owner. */
export function maySee(principal: Principal, owner: Owner): boolean {
  return isSeenIn(viewOf(principal), owner);
}

/** Whose it is what somebody makes. */
export function ownerOf(principal: Principal): Owner {
  if (principal.kind === 'window') return { keyId: null, test: false };
  return { keyId: principal.keyId, test: principal.test };
}

/** Whether somebody made this, and not only sees it. */
export function isOwner(principal: Principal, { keyId }: Pick<Owner, 'keyId'>): boolean {
  return ownerOf(principal).keyId === keyId;
}

/** Whose named voices somebody hears and teaches: a key that sees only its own has a memory of its own. */
export function voiceMemoryOf(principal: Principal, { test }: Pick<Owner, 'test'>): string {
  if (principal.kind === 'key' && principal.scope === 'own') return principal.keyId;
  return test ? 'test' : 'live';
}
