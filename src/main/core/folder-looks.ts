/** Looks at folders of users, which may lie on a stick that is pulled, or on a share whose server never answers. */
import { stat } from 'node:fs/promises';
import type { Clock } from './clock.ts';

/** A share whose server hangs does not answer at all. */
const ANSWER_MS = 5_000;

/** Tells a folder from any other at its path, such as the empty one that a pulled stick leaves; null if there is none. */
export type FolderLook = (path: string) => Promise<string | null>;

export const lookAtFolder: FolderLook = async (path) => {
  const facts = await stat(path, { bigint: true }).catch(() => null);
  return facts?.isDirectory() ? `${facts.dev}:${facts.ino}` : null;
};

/**
 * The same with an answer within five seconds: one that hangs counts as away until it answers. Only one look at a folder
 * is under way, since each that hangs takes one of the few threads that read files.
 */
export function createFolderLook(clock: Clock, look: FolderLook = lookAtFolder): FolderLook {
  const underway = new Map<string, Promise<string | null>>();
  const hanging = new Set<string>();

  const begin = (path: string): Promise<string | null> => {
    const answer = look(path).finally(() => {
      underway.delete(path);
      hanging.delete(path);
    });
    underway.set(path, answer);
    return answer;
  };

  return async (path) => {
    if (hanging.has(path)) return null;
    const answered = new AbortController();
    const answer = (underway.get(path) ?? begin(path)).finally(() => answered.abort());
    const silence = clock.sleep(ANSWER_MS, answered.signal).then(
      () => {
        if (underway.has(path)) hanging.add(path);
        return null;
      },
      () => answer,
    );
    return Promise.race([answer, silence]);
  };
}
