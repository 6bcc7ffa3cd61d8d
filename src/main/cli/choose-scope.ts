/** Asks what a new key may see. */
import type { KeyScope } from '../../shared/api.ts';
import { ask } from './terminal/ask.ts';

const SCOPES: readonly KeyScope[] = ['own', 'all', 'read'];

/** A person's choice; Enter takes the usual one. */
export function chooseScope(
  { test, usual }: { test: boolean; usual: KeyScope },
  streams: Parameters<typeof ask>[2],
): Promise<KeyScope> {
  const all = test ? 'everything that test keys make' : 'the whole library';
  const number = SCOPES.indexOf(usual) + 1;
  const question = `What may this key see and change?
  1  only what it makes itself (own)
  2  ${all} (all)
  3  ${all}, without changing or making anything (read)
1, 2 or 3; Enter for ${number}: `;
  return ask(question, (answer) => readScope(answer, usual), streams);
}

/** What an answer means: a number, a scope by its name, or the usual one; `null` when it means nothing. */
function readScope(answer: string, usual: KeyScope): KeyScope | null {
  const text = answer.trim().toLowerCase();
  if (text === '') return usual;
  return SCOPES.find((scope, at) => text === scope || text === String(at + 1)) ?? null;
}
