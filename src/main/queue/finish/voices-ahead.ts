import { ownFile } from '../../core/file-paths.ts';
import type { Core } from '../../core.ts';
import { readSpeech } from '../../repositories/transcripts/coverage.repository.ts';
import type { EmbedAheadRequest } from '../../speakers/neural/embedded-ahead.ts';
import type { JobContext } from '../job-context.ts';
import type { DecodedRecording } from '../prepare/decode-recording.ts';

/** Embeds in a separate process, which has ended when the promise settles. */
export type EmbedAhead = (request: EmbedAheadRequest, signal: AbortSignal) => Promise<number>;

/** A recording's voices that are embedded while its words are transcribed. */
export type VoicesAhead = AsyncDisposable & {
  /** Called once it is stored where there is speech. */
  begin(): void;
  /** Ends what still runs. Resolves to the file with the windows embedded until then; null if it was not begun. */
  end(): Promise<string | null>;
};
export type StartVoicesAhead = (
  context: JobContext,
  audio: Pick<DecodedRecording, 'path' | 'channels'>,
) => VoicesAhead;

/** For less speech, starting one more process takes longer than it saves. */
const LEAST_SPEECH_MS = 2 * 60_000;

/**
 * Embeds voices while words are transcribed, with what is left of the processors: it takes the longest of all that
 * labeling does, and needs no words. If it is not done in time, or fails, labeling does the rest.
 */
export function createVoicesAhead(
  { patient, logger }: Pick<Core, 'patient' | 'logger'>,
  {
    embed,
    model,
  }: {
    embed: EmbedAhead;
    model: () => Promise<string | null>;
  },
): StartVoicesAhead {
  /** One recording at a time: beside others nothing is left of the processors. */
  let busy = false;

  const run = async (id: string, path: string, ahead: string, signal: AbortSignal) => {
    const regions = await readSpeech(patient, id);
    const speechMs = regions.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const file = speechMs < LEAST_SPEECH_MS ? null : await model();
    if (file !== null) await embed({ path, regions, model: file, ahead }, signal);
  };

  return ({ job, claim, folder, signal }, { path, channels }) => {
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    // A process of a run before, of this service or another, may still write to its own.
    const ahead = ownFile(folder, `${claim.epoch}-voices`);
    let running: Promise<void> | null = null;
    const end = async () => {
      ended.abort();
      await running;
      return running && ahead;
    };
    return {
      begin() {
        // Who speaks on which channel decides the windows, and is known only when it is labeled.
        if (busy || running || channels !== null) return;
        busy = true;
        running = run(job.id, path, ahead, either)
          .catch((error: unknown) => {
            if (either.aborted) return;
            logger.debug({ transcriptionId: job.id, err: error }, 'no voices embedded ahead');
          })
          .finally(() => {
            busy = false;
          });
      },
      end,
      async [Symbol.asyncDispose]() {
        await end();
      },
    };
  };
}
