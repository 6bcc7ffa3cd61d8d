import type { Core } from '../../core.ts';
import { failedWith } from '../../repositories/jobs/failed-jobs.ts';
import { WINDOW } from '../principal.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';

/**
 * Goes on with the user's recordings that failed for want of yt-dlp, once it is there. Those of keys are left to their
 * owners, who have been told that they failed.
 */
export function createContinueAfterYtDlp(
  { db, events, logger }: Pick<Core, 'db' | 'events' | 'logger'>,
  { transcriptions }: { transcriptions: Pick<TranscriptionService, 'continue'> },
) {
  let last: Promise<void> = Promise.resolve();

  const goOn = async (): Promise<void> => {
    for (const id of await failedWith(db, 'yt_dlp_missing')) {
      await transcriptions.continue(id, WINDOW).catch((error: unknown) => {
        logger.warn({ transcriptionId: id, err: error }, 'could not be gone on with');
      });
    }
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'yt_dlp') return;
    const { version, download, failure } = event.yt_dlp;
    if (version === null || download !== null || failure !== null) return;
    last = last.then(goOn).catch((error: unknown) => {
      logger.warn({ err: error }, 'recordings could not be gone on with');
    });
  });

  return {
    async stop(): Promise<void> {
      unsubscribe();
      await last;
    },
  };
}
