import { ApiError } from '../../../shared/client.ts';
import type { EditedTranscript } from '../../../shared/transcription/editing.ts';
import type { TranscriptionResult } from '../../../shared/transcription/transcription.ts';
import { client } from '../api/client.ts';
import { keep, takeOver } from './edits-in-browser.ts';
import { applyEdits, withAnswer } from './transcript-changes.ts';
import { fitStep, toTextStep, type WaitingStep } from './waiting-steps.ts';

/** Browsers let requests of at most 64 KB outlive their page. */
const OUTLIVES_PAGE = 60_000;

export function sendStep(
  id: string,
  revision: number,
  { edits, request }: WaitingStep,
): Promise<EditedTranscript> {
  return client.editTranscript(id, { revision, edits, request });
}

/** The same while the page closes: it does not wait for the response, and keeps the step until there is one. */
export function sendAtLeave(id: string, revision: number, { edits, request }: WaitingStep): void {
  const body = { revision, edits, request };
  if (JSON.stringify(body).length > OUTLIVES_PAGE) return;
  client.editTranscript(id, body, { keepalive: true }).catch(() => {});
}

/** Whether the service will never accept it, however often it is sent. */
export function isRefused(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && (thrown.code === 'invalid_request' || thrown.status === 413);
}

/** Sends what was kept of a transcription that is not open; conflicts stay until it is, all while the service is away. */
export async function sendKept(id: string): Promise<void> {
  const all = await takeOver(id);
  const conflicts = all.flatMap((unsaved) => unsaved.conflicts);
  const steps = all.flatMap((unsaved) => unsaved.steps);
  for (const { draft } of all)
    if (draft && draft.text !== draft.base) steps.push(toTextStep(draft));
  const left = { steps, draft: null, conflicts };
  keep(id, left);
  const { revision, result } = await client.getTranscription(id);
  if (!result) return;
  let now = { revision, result };
  for (let step = steps[0]; step; step = steps[0]) {
    const fitted = fitStep(now.result, step);
    if (fitted.step) now = await sendOne(id, now, fitted.step);
    steps.shift();
    conflicts.push(...fitted.conflicts);
    keep(id, left);
  }
}

type Known = { revision: number; result: TranscriptionResult };

async function sendOne(id: string, now: Known, step: WaitingStep): Promise<Known> {
  try {
    const answer = await sendStep(id, now.revision, step);
    const { revision, replayed } = answer;
    const { result } = now;
    return {
      revision,
      result: replayed ? applyEdits(result, step.edits) : withAnswer(result, answer),
    };
  } catch (thrown) {
    if (isRefused(thrown)) return now;
    throw thrown;
  }
}
