/** Work whose answer follows from its request alone is done once for each: most tests use the same few recordings. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ChildWork } from '../../../src/main/processes/child-program.ts';
import type { LabelRequest } from '../../../src/main/speakers/labeling.ts';

/**
 * The same work with a memory.
 * @param keyOf all that the answer follows from, including what files hold; null for what is not remembered
 */
export function remembered<Request, Result>(
  work: ChildWork<Request, Result>,
  keyOf: (request: Request) => Promise<string | null>,
): ChildWork<Request, Result> {
  const answers = new Map<string, Result>();
  return async (request, onProgress) => {
    const key = await keyOf(request);
    const known = key === null ? undefined : answers.get(key);
    if (known !== undefined) {
      onProgress(1);
      return structuredClone(known);
    }
    const answer = await work(request, onProgress);
    if (key !== null) answers.set(key, structuredClone(answer));
    return answer;
  };
}

/** What a recording's labels follow from: its samples and its levels, the models, and what else is asked. */
export async function keyOfLabels({ source, ...asked }: LabelRequest): Promise<string | null> {
  if (source.kind !== 'samples') return null;
  // What was embedded before changes how long it takes, not the answer.
  const { path, ahead: _ahead, ...models } = source;
  const samples = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return JSON.stringify([asked, models, samples]);
}
