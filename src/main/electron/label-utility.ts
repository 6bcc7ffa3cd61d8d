/** The desktop app's labeling process; see src/main/speakers/label-child.ts. */
import { answerRequest } from '../speakers/answer-request.ts';
import type { LabelRequest } from '../speakers/labeling.ts';

process.parentPort.on(
  'message',
  ({ data }: { data: LabelRequest }) =>
    void answerRequest(data, (message) => process.parentPort.postMessage(message)),
);
