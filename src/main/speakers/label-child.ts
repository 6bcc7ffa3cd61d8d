/** The process that labels one recording: a fault in a native library or a model ends it and nothing else. */
import { answerRequest } from './answer-request.ts';
import type { LabelRequest } from './labeling.ts';

const parent = process.ppid;

process.once('disconnect', () => process.exit(1));
process.once(
  'message',
  (request: LabelRequest) =>
    void answerRequest(request, (message) => {
      // While it is busy it hears no disconnection, but it may see that it has been left.
      if (process.ppid !== parent) process.exit(1);
      process.send?.(message);
    }),
);
