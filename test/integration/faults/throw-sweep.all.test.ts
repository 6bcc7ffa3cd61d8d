/** Whatever step fails, or finds the disk full, costs what it was about and nothing else. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILPOINTS } from '../../../src/main/core/failpoint.ts';
import { findService } from '../../../src/main/core/service-file.ts';
import { labelRecording } from '../../../src/main/speakers/label-recording.ts';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { fakeEngine } from '../../helpers/engines/fake-engine.ts';
import {
  type ExternalServers,
  liveThrough,
  startExternalServers,
  type Told,
  toldNothing,
} from '../../helpers/faults/day.ts';
import { assertInvariants } from '../../helpers/faults/invariants.ts';
import { arm, type Strike } from '../../helpers/faults/strike.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { childHere } from '../../helpers/harness/child-here.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { createHurriedClock } from '../../helpers/harness/hurried-clock.ts';
import { seed } from '../../helpers/harness/seed.ts';

const PATIENCE_MS = 2 * 3_600_000;
/** Backing up, in a thread of its own, and restoring have a sweep of theirs. */
const failpoints = FAILPOINTS.filter((name) => !/^(?:backup|restore)\./.test(name));

test.each(['throw', 'enospc'] as const)(
  `each failpoint: %s (seed ${seed})`,
  async (action) => {
    const strikes = doseOf(failpoints, 2);
    expect(strikes.length).toBeGreaterThan(1);
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
  await using servers = await startExternalServers();
  const told = toldNothing();
  let reached = false;
  const disarm = arm(strike, (name) => {
    reached ||= name === strike.at;
  });
  try {
    // Where the start itself is struck, the next one works.
    const app = (await startApp(folder).catch(() => null)) ?? (await startApp(folder));
    // A request that was struck is repeated, as any caller would.
    await day(app, servers, told).catch(() => day(app, servers, told));
    await app.stop();
  } finally {
    disarm();
  }
  expect(reached).toBe(true);
  const after = await startApp(folder);
  await after.stop();
  const { receiver, texts } = servers;
  assertInvariants({ dataDir, told, texts, received: receiver.received, starts: 3 });
  await rm(folder, { recursive: true, force: true });
}

/**
 * What transcribes, labels and structures is not struck, and stands in for the real; what waits to try again waits
 * less.
 */
async function startApp(folder: string): Promise<TestApp> {
  const engineFile = await writeProgram(join(folder, 'engine.sh'), fakeEngine('ok'));
  return startTestApp(
    { dataDir: join(folder, 'data'), engineFile, lanes: 1, threads: 1 },
    {
      tasks: {
        label: childHere(labelBySound),
        structure: childHere((input) => JSON.stringify(structureTranscript(input))),
      },
      clock: createHurriedClock(5),
    },
  );
}

const labelBySound: typeof labelRecording = (request, onProgress) => {
  const { source } = request;
  const bySound = source.kind === 'samples' ? { ...source, model: null } : source;
  return labelRecording({ ...request, source: bySound }, onProgress);
};

async function day(app: TestApp, servers: ExternalServers, told: Told): Promise<void> {
  const { token } = (await findService(app.dataDir)) ?? { token: '' };
  await liveThrough({ url: app.url, token }, servers, told);
}
