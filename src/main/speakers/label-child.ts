/** The process that labels one recording: a fault in a native library or a model ends it and nothing else. */
import { labelRecording } from './label-recording.ts';
import type { LabelMessage, LabelRequest } from './labeling.ts';

const say = (message: LabelMessage) =>
  new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

const parent = process.ppid;

/** While it is busy it hears no disconnection, but it may see that it has been left. */
const onProgress = (fraction: number): void => {
  if (process.ppid !== parent) process.exit(1);
  void say({ type: 'progress', fraction });
};

process.once('disconnect', () => process.exit(1));
process.once('message', async (request: LabelRequest) => {
  try {
    const labeling = labelRecording(request, onProgress);
    await say({ type: 'done', labeling });
  } catch (error) {
    await say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  process.exit(0);
});
