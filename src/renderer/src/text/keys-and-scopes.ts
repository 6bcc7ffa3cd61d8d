/** What keys may see, in words. */
import type { ApiKey, KeyScope } from '../../../shared/api.ts';

export const SCOPES: readonly { scope: KeyScope; choice: string; explanation: string }[] = [
  {
    scope: 'all',
    choice: 'Everything',
    explanation: 'It reads and changes all recordings in your library.',
  },
  {
    scope: 'own',
    choice: 'What it makes itself',
    explanation: 'It reads and changes the recordings it adds itself, and no others.',
  },
  {
    scope: 'read',
    choice: 'Everything, reading only',
    explanation: 'It reads all recordings in your library, and adds and changes none.',
  },
];

/** On a person's own computer agents are there to read the library; over a network scripts keep to themselves. */
export function usualScope({ test, hostname }: { test: boolean; hostname: string }): KeyScope {
  const isOwnComputer = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return isOwnComputer && !test ? 'all' : 'own';
}

/** `test key · sees what it makes itself`. */
export function describeKey({ test, scope }: Pick<ApiKey, 'test' | 'scope'>): string {
  const choice = SCOPES.find((entry) => entry.scope === scope)?.choice ?? '';
  const sees = `sees ${choice.charAt(0).toLowerCase()}${choice.slice(1)}`;
  return test ? `test key · ${sees}` : sees;
}
