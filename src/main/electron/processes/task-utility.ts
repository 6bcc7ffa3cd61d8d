/** The process of one task in the desktop app; its name is the first argument. */

import { workOf } from '../../child-tasks/task-work.ts';
import { answerRequest } from '../../processes/child-program.ts';

const work = workOf(process.argv.at(-1));
process.parentPort.on('message', ({ data }: { data: unknown }) => {
  void answerRequest(work, data, (message) => process.parentPort.postMessage(message));
});
