import { ApiError } from '../../../../shared/client.ts';

/** So many at once: the service stores them together. */
const AT_ONCE = 4;

/** Does something with each of these recordings. One that somebody has deleted meanwhile is passed over. */
export async function eachRecording(
  ids: readonly string[],
  action: (id: string) => Promise<void>,
): Promise<void> {
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await action(id);
      } catch (thrown) {
        if (!(thrown instanceof ApiError && thrown.code === 'not_found')) throw thrown;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
