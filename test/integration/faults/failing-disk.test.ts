/** The disk fails at a call of an upload, a job or a backup: what was answered is true, and nothing is half. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Deed,
  doWhileFailing,
  type Library,
  openLibrary,
} from '../../helpers/faults/failing-disk.ts';
import { noStrace, type SystemFault } from '../../helpers/faults/strace.ts';
import { doseOf, isSoak } from '../../helpers/harness/dose.ts';

const LONG_MS = 3 * 3_600_000;
const CALLS = ['fsync', 'write', 'pwrite64', 'rename', 'openat'] as const;
const ERRORS = ['EIO', 'ENOSPC', 'EINTR'] as const;
/** More calls than any of these things makes, but for those that job's own programs make at their start. */
const MOST = 12;
/** The lesson of 2018, and a disk that is full at the last moment. */
const SAMPLE: [deed: Deed, call: SystemFault['call'], error: SystemFault['error'], nth: number][] =
  [
    ['upload', 'fsync', 'EIO', 1],
    ['job', 'fsync', 'EIO', 1],
    ['upload', 'rename', 'ENOSPC', 1],
    ['job', 'pwrite64', 'ENOSPC', 1],
    ['backup', 'fsync', 'EIO', 1],
  ];

if (noStrace !== null) process.stderr.write(`No calls fail: ${noStrace}.\n`);

describe.skipIf(noStrace !== null)('a disk that fails', () => {
  let library: Library;
  beforeAll(async () => {
    library = await openLibrary();
  });
  afterAll(() => library.close());

  test.each(SAMPLE)('%s: %s answers %s, time %i', async (deed, call, error, nth) => {
    expect(await doWhileFailing(library, deed, { call, error, nth })).toBeGreaterThan(0);
  });

  test.runIf(isSoak)(
    'at each of the first calls of each thing that is done',
    async () => {
      const ways = (['upload', 'backup', 'job'] as const).flatMap((deed) =>
        CALLS.flatMap((call) => ERRORS.map((error) => ({ deed, call, error }))),
      );
      let [tried, struck] = [0, 0];
      for (const { deed, call, error } of doseOf(ways, ways.length)) {
        for (let nth = 1, injected = 1; nth <= MOST && injected > 0; nth++) {
          injected = await doWhileFailing(library, deed, { call, error, nth }).catch(
            (cause: unknown) => {
              throw new Error(`${deed}, ${call} ${error}, time ${nth}: ${cause}`, { cause });
            },
          );
          tried += 1;
          struck += injected > 0 ? 1 : 0;
        }
        process.stdout.write(`${deed}, ${call} ${error}: ${tried} tried, ${struck} struck\n`);
      }
      expect(struck).toBeGreaterThan(50);
    },
    LONG_MS,
  );
});
