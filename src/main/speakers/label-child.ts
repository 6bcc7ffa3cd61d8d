/** The process that labels one recording: a fault in a native library or a model ends it and nothing else. */
import { labelRecording } from './label-recording.ts';
import type { LabelMessage, LabelRequest } from './labeling.ts';

const say = (message: LabelMessage) =>
  new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

process.once('disconnect', () => process.exit(1));
process.once('message', async (request: LabelRequest) => {
  try {
    const labeling = labelRecording(
      request,
      (fraction) => void say({ type: 'progress', fraction }),
    );
    await say({ type: 'done', labeling });
  } catch (error) {
    await say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  process.exit(0);
});
