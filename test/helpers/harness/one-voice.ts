import type { TestTasks } from './app.ts';
import { childHere } from './child-here.ts';

const NONE = new Float32Array(0);

/** For tests that are not about who speaks: nobody listens for voices, which takes longer than finding the words. */
export const ONE_VOICE: TestTasks = {
  label: childHere(async ({ regions }) => ({
    method: 'single',
    turns: regions.map((region) => ({ ...region, speaker: 0, confidence: 1 })),
    count: regions.length === 0 ? 0 : 1,
    confidence: 1,
    embeddings: { model: null, digest: null, space: 'none', dim: 0, windows: [], vectors: NONE },
    centroids: { space: null, dim: 0, vectors: NONE },
  })),
};
