import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { succeeds } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { failedWith } from '../../repositories/jobs/failed-jobs.ts';
import type { ModelService } from '../models/model.service.ts';
import { WINDOW } from '../principal.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';

type Ports = {
  transcriptions: Pick<TranscriptionService, 'get' | 'continue'>;
  models: Pick<ModelService, 'list' | 'resolve'>;
};

/**
 * Goes on with the user's recordings that failed for want of yt-dlp or of a model, once it is there. Those of keys are
 * left to their owners, who have been told that they failed.
 */
export function createContinueAfterDownload(
  { db, events, logger }: Pick<Core, 'db' | 'events' | 'logger'>,
  { transcriptions, models }: Ports,
) {
  let last: Promise<void> = Promise.resolve();
  let known: ReadonlySet<string> = new Set();

  const goOn = async (
    code: ErrorCode,
    isPossible: (id: string) => Promise<boolean>,
  ): Promise<void> => {
    for (const id of await failedWith(db, code)) {
      try {
        if (await isPossible(id)) await transcriptions.continue(id, WINDOW);
      } catch (error) {
        logger.warn({ transcriptionId: id, err: error }, 'could not be gone on with');
      }
    }
  };

  const hasModel = async (id: string): Promise<boolean> => {
    const { options } = await transcriptions.get(id, WINDOW);
    return succeeds(models.resolve(options.model, options.language));
  };

  /** Models are also reported when one was removed or is only used differently. */
  const afterModels = async (): Promise<void> => {
    const { data } = await models.list(WINDOW);
    const there = new Set(data.map(({ name }) => name));
    const isMore = data.some(({ name }) => !known.has(name));
    known = there;
    if (isMore) await goOn('model_missing', hasModel);
  };

  const onEvent = async (event: ServerEvent): Promise<void> => {
    if (event.type === 'models') return afterModels();
    if (event.type !== 'yt_dlp') return;
    const { version, download, failure } = event.yt_dlp;
    if (version === null || download !== null || failure !== null) return;
    await goOn('yt_dlp_missing', async () => true);
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'models' && event.type !== 'yt_dlp') return;
    last = last
      .then(() => onEvent(event))
      .catch((error: unknown) => {
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
