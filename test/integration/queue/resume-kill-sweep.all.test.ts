import { expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { sweepKills } from '../../helpers/faults/kill-sweep.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { seed } from '../../helpers/harness/seed.ts';

/** Six starts, loads and downloads on a machine that has other things to do. */
const PATIENCE_MS = 600_000;

test.runIf(process.platform === 'linux')(
  `whatever is killed and whenever, the transcript is the undisturbed one (seed ${seed})`,
  async () => {
    const { bytes } = asFile(compose(loadPool(), clipsIn('en', dose(12, 40))));
    const sweep = await sweepKills({
      wav: bytes,
      moments: dose(2, 60),
      momentsAJob: dose(2, 6),
      seed,
      maxPauseMs: 1500,
    });
    expect(sweep.whole.status).toBe('completed');
    for (const { transcription, windows, transcribed, mayRepeat } of sweep.jobs) {
      expect(transcription.error).toBeNull();
      expect(transcription.result?.segments).toEqual(sweep.whole.result?.segments);
      expect(transcription.result?.structured).toEqual(sweep.whole.result?.structured);
      expect(transcription.warnings).toEqual(sweep.whole.warnings);
      expect(transcribed - windows).toBeLessThanOrEqual(mayRepeat);
    }
  },
  PATIENCE_MS,
);
