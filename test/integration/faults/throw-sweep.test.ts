/** Whatever step fails, or finds the disk full, costs what it was about and nothing else. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILPOINTS } from '../../../src/main/failpoint.ts';
import { findService } from '../../../src/main/service-file.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/app.ts';
import { doseOf } from '../../helpers/dose.ts';
import {
  liveThrough,
  type Outside,
  startOutside,
  type Told,
  toldNothing,
} from '../../helpers/faults/day.ts';
import { assertInvariants } from '../../helpers/faults/invariants.ts';
import { arm, type Strike } from '../../helpers/faults/strike.ts';
import { seed } from '../../helpers/seed.ts';

const PATIENCE_MS = 2 * 3_600_000;
/** Restoring has a sweep of its own. */
const failpoints = FAILPOINTS.filter((name) => !name.startsWith('restore.'));

test.each(['throw', 'enospc'] as const)(
  `each failpoint: %s (seed ${seed})`,
  async (action) => {
    const strikes = doseOf(failpoints, 4);
    expect(strikes.length).toBeGreaterThan(3);
    for (const at of strikes) {
      await liveThroughStruckDay({ at, hit: 1, action }).catch((cause: unknown) => {
        throw new Error(`${action} at ${at}: ${cause}`, { cause });
      });
    }
  },
  PATIENCE_MS,
);

async function liveThroughStruckDay(strike: Strike): Promise<void> {
  const folder = await makeTempFolder();
  const dataDir = join(folder, 'data');
  await using outside = await startOutside();
  const told = toldNothing();
  let reached = false;
  const disarm = arm(strike, (name) => {
    reached ||= name === strike.at;
  });
  try {
    // Where the start itself is struck, the next one works.
    const app = (await startApp(dataDir).catch(() => null)) ?? (await startApp(dataDir));
    // A request that was struck is repeated, as any caller would.
    await day(app, outside, told).catch(() => day(app, outside, told));
    await app.stop();
  } finally {
    disarm();
  }
  expect(reached).toBe(true);
  const after = await startApp(dataDir);
  await after.stop();
  assertInvariants({ dataDir, told, received: outside.receiver.received, starts: 3 });
  await rm(folder, { recursive: true, force: true });
}

const startApp = (dataDir: string) => startTestApp({ dataDir, lanes: 1, threads: 1 });

async function day(app: TestApp, outside: Outside, told: Told): Promise<void> {
  const { token } = (await findService(app.dataDir)) ?? { token: '' };
  await liveThrough({ url: app.url, token }, outside, told);
}
