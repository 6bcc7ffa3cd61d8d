import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LabelRequest } from '../../src/main/speakers/labeling.ts';
import { labelInProcess } from '../../src/main/speakers/node-label-process.ts';
import { makeTempFolder } from '../helpers/app.ts';
import { bytesOfS16, loadPool } from '../helpers/audio.ts';
import { childrenOf } from '../helpers/kill-sweep.ts';
import { clipsIn, compose } from '../helpers/recordings.ts';

const { signal } = new AbortController();

async function twoPeople(): Promise<LabelRequest> {
  const path = join(await makeTempFolder(), 'audio.s16');
  const { samples } = compose(loadPool(), clipsIn('en', 4));
  await writeFile(path, bytesOfS16(samples));
  const regions = [{ startMs: 0, endMs: Math.floor(samples.length / 16) }];
  return { regions, expected: 2, source: { kind: 'samples', path, model: null } };
}

/** Labels, and kills the process at its first sign of life as often as told. */
async function labelKilled(request: LabelRequest, times: number) {
  const killed = new Set<number>();
  const labeling = await labelInProcess(request, {
    signal,
    onProgress() {
      const alive = childrenOf(process.pid).filter((pid) => !killed.has(pid));
      if (killed.size === times || alive.length === 0) return;
      for (const pid of alive) {
        process.kill(pid, 'SIGKILL');
        killed.add(pid);
      }
    },
  });
  return { labeling, killed: killed.size };
}

test.runIf(process.platform === 'linux')(
  'a labeling process that is killed is started again and finds the same, but not for ever',
  async () => {
    const request = await twoPeople();
    const undisturbed = await labelInProcess(request, { signal });
    expect(await labelKilled(request, 2)).toEqual({ labeling: undisturbed, killed: 2 });
    await expect(labelKilled(request, 9)).rejects.toThrow('SIGKILL');
  },
);
