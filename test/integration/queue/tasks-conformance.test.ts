/** Tasks in a database file: the rows that wait are the tasks, and what is held is known in memory. */

import { openDatabase } from '../../../src/main/repositories/database.ts';
import { nextLeftJob } from '../../../src/main/repositories/jobs/job.repository.ts';
import { createSqliteTasks } from '../../../src/main/repositories/tasks/sqlite-tasks.ts';
import { nextWindow } from '../../../src/main/repositories/transcripts/window.repository.ts';
import { nextEvent } from '../../../src/main/repositories/webhooks/outbox.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import type { FakeClock } from '../../helpers/harness/fake-clock.ts';
import { describeTasks } from '../../helpers/harness/tasks-conformance.ts';
import { describeWindows } from '../../helpers/harness/windows-conformance.ts';

const open = async (clock: FakeClock) => {
  const { db, close } = openDatabase(await makeTempFolder());
  const tasks = createSqliteTasks(
    { db, clock },
    {
      webhook: nextEvent,
      window: nextWindow,
      transcription: nextLeftJob,
    },
  );
  return { db, tasks, close };
};

describeTasks('a database file', open);
describeWindows('a database file', open);
