import type { ApiKey, KeyScope } from '../../../shared/accounts.ts';

export const SCOPES: readonly { scope: KeyScope; choice: string; explanation: string }[] = [
  {
    scope: 'all',
    choice: 'Everything',
    explanation: 'It can read and change all recordings in your library.',
  },
  {
    scope: 'own',
    choice: 'Only its own',
    explanation: 'It can read and change only the recordings it added itself.',
  },
  {
    scope: 'read',
    choice: 'Everything, read-only',
    explanation: 'It can read all recordings in your library but not add or change any.',
  },
  {
    scope: 'worker',
    choice: 'None, for a worker',
    explanation:
      'With it another machine transcribes for this one ("steno worker"). It can read and change nothing.',
  },
];

/** On a user's own computer, agents should read the whole library; over a network, scripts see only their own. */
export function usualScope({ test, hostname }: { test: boolean; hostname: string }): KeyScope {
  const isOwnComputer = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return isOwnComputer && !test ? 'all' : 'own';
}

/** `test key · sees what it makes itself`. */
export function describeKey({ test, scope }: Pick<ApiKey, 'test' | 'scope'>): string {
  const choice = SCOPES.find((entry) => entry.scope === scope)?.choice ?? '';
  const sees = `access: ${choice.charAt(0).toLowerCase()}${choice.slice(1)}`;
  return test ? `test key · ${sees}` : sees;
}
