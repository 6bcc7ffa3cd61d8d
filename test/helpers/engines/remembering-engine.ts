/**
 * The real engine with a memory: what it has computed before in this process takes as long again, but no processor. Most
 * tests transcribe the same few recordings.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine, OpenEngine } from '../../../src/main/engine/engine.ts';
import { remembered } from '../harness/remembered.ts';

type Asked = { key: string; compute: () => Promise<unknown> };
type Waiting = { signal?: AbortSignal; onProgress?: (fraction: number) => void };

const once = remembered(
  async ({ compute }: Asked) => {
    const begun = performance.now();
    return { answer: await compute(), ms: performance.now() - begun };
  },
  async ({ key }) => key,
);

export function remembering(open: OpenEngine): OpenEngine {
  return async (options) => {
    const engine = await open(options);
    const { size, mtimeMs } = await stat(options.modelPath);
    const made = JSON.stringify([options.modelPath, size, mtimeMs, options.device ?? null]);
    return {
      ...engine,
      transcribe: remember(engine, `${made} transcribe`, engine.transcribe),
      detect: remember(engine, `${made} detect`, engine.detect),
      speech: remember(engine, `${made} speech`, engine.speech),
    };
  };
}

/** The same, with a memory; `made` is what an answer follows from beside the samples and what is asked of them. */
function remember<Options extends Waiting, Answer>(
  engine: Engine,
  made: string,
  compute: (pcm: Uint8Array, options: Options) => Promise<Answer>,
): (pcm: Uint8Array, options: Options) => Promise<Answer> {
  return async (pcm, options) => {
    const { signal, onProgress: _, ...asked } = options;
    const samples = createHash('sha256').update(pcm).digest('hex');
    const key = JSON.stringify([made, asked, samples]);
    const begun = performance.now();
    const { answer, ms } = await once({ key, compute: () => compute(pcm, options) }, () => {});
    const left = ms - (performance.now() - begun);
    if (left <= 0) return answer as Answer;
    await wait(left, undefined, { signal }).catch(() => signal?.throwIfAborted());
    // An engine that died meanwhile has to say so itself.
    return engine.alive() ? (answer as Answer) : compute(pcm, options);
  };
}
