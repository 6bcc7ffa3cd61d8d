import { labelRecording } from './label-recording.ts';
import type { LabelMessage, LabelRequest } from './labeling.ts';

/** What the labeling process does: `say` reports progress and at the end what was found, or why nothing was. */
export async function answerRequest(
  request: LabelRequest,
  say: (message: LabelMessage) => void,
): Promise<void> {
  try {
    const onProgress = (fraction: number) => say({ type: 'progress', fraction });
    say({ type: 'done', labeling: await labelRecording(request, onProgress) });
  } catch (error) {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
