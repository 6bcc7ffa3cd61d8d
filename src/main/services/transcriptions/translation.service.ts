import { isLanguage } from '../../../shared/languages.ts';
import type { LlmSettingsInput } from '../../../shared/llm.ts';
import {
  type TranslatedCue,
  type TranslatedCueList,
  type Translation,
  type TranslationList,
  type TranslationRequest,
  textLanguage,
} from '../../../shared/subtitles/translations.ts';
import { toSeconds } from '../../../shared/time.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../core/errors.ts';
import { newToken } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import type { TranslatingQueue } from '../../queue/after/translating-queue.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import {
  createTranslationRepository,
  type StoredCue,
  type StoredTranslation,
  type TranslationKey,
} from '../../repositories/transcripts/translation.repository.ts';
import type { Principal } from '../principal.ts';
import { completedFinder } from './find-completed.ts';

export type TranslationService = ReturnType<typeof createTranslationService>;

/** Subtitles of finished transcriptions in other languages, written by the language model of the settings. */
export function createTranslationService(
  core: Core,
  {
    queue,
    llm,
  }: {
    queue: Pick<TranslatingQueue, 'nudge' | 'abort'>;
    /** The configured language model. */
    llm: () => Promise<LlmSettingsInput | null>;
  },
) {
  const { db, clock, events } = core;
  const translations = createTranslationRepository(db);
  const finished = createFinishedTranslations(core);
  const announce = translationAnnouncer(core);
  const findCompleted = completedFinder(db);

  const end = async (
    key: TranslationKey,
    principal: Principal,
    how: (key: TranslationKey) => Promise<StoredTranslation | null | undefined>,
  ): Promise<void> => {
    const job = await findCompleted(key.id, principal);
    const left = await how(key);
    if (left === undefined) throw new AppError('not_found');
    queue.abort(key);
    if (left === null) events.emit({ type: 'translation_deleted', ...key }, job);
    else await announce(key);
  };

  return {
    /** @throws not_found, wrong_state, unknown_language, same_language, llm_missing */
    async request(
      id: string,
      { language }: TranslationRequest,
      principal: Principal,
    ): Promise<Translation> {
      const job = await findCompleted(id, principal);
      if (!isLanguage(language)) throw new AppError('unknown_language', { param: 'language' });
      if (isIn(job, language)) throw new AppError('same_language', { param: 'language' });
      const model = (await llm())?.model;
      if (model === undefined) throw new AppError('llm_missing');
      const key = { id, language };
      await translations.request(key, { request: newToken(), model, at: clock.now() });
      await announce(key);
      queue.nudge();
      const stored = await translations.find(key);
      if (!stored) throw new AppError('not_found');
      return toTranslation(stored);
    },

    /** @throws not_found, wrong_state */
    async list(id: string, principal: Principal): Promise<TranslationList> {
      await findCompleted(id, principal);
      return { data: (await translations.list(id)).map(toTranslation) };
    },

    /** @throws not_found, wrong_state, translation_missing */
    async cues(key: TranslationKey, principal: Principal): Promise<TranslatedCueList> {
      await findCompleted(key.id, principal);
      return { data: await finished.cues(key) };
    },

    /** Stops one in progress or failed; what is finished stays. @throws not_found, wrong_state */
    cancel: (key: TranslationKey, principal: Principal): Promise<void> =>
      end(key, principal, translations.cancel),

    /** Stops one in progress or failed, or removes one that is finished. @throws not_found, wrong_state */
    remove: (key: TranslationKey, principal: Principal): Promise<void> =>
      end(key, principal, translations.remove),
  };
}

export function createFinishedTranslations({ db }: Pick<Core, 'db'>) {
  const translations = createTranslationRepository(db);
  const transcripts = createTranscriptRepository(db);
  return {
    /** In chronological order, with the speakers' current names. @throws translation_missing */
    async cues(key: TranslationKey): Promise<TranslatedCue[]> {
      const stored = await translations.find(key);
      if (!stored?.finished) throw new AppError('translation_missing', { param: 'language' });
      return withSpeakers(await translations.cues(key), await transcripts.segments(key.id));
    },
  };
}

/** Announces a translation's progress to everyone who may see it. */
export function translationAnnouncer({ db, events }: Pick<Core, 'db' | 'events'>) {
  const translations = createTranslationRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  return async (key: TranslationKey): Promise<void> => {
    const job = await transcriptions.find(key.id, EVERYTHING);
    const stored = await translations.find(key);
    if (!job || !stored) return;
    events.emit({ type: 'translation', id: key.id, translation: toTranslation(stored) }, job);
  };
}

/** If the spoken language is unknown, so is that of the text. */
function isIn(job: Job, language: string): boolean {
  return (job.language !== null || job.options.translate) && textLanguage(job) === language;
}

function toTranslation(stored: StoredTranslation): Translation {
  const { language, status, progress, model, finished, error, createdAt } = stored;
  return {
    ...{ language, status, progress, model, error },
    finished: finished && {
      completed_at: new Date(finished.completedAt).toISOString(),
      cues: finished.cues,
      too_long: finished.tooLong,
      outdated: finished.outdated,
    },
    created_at: new Date(createdAt).toISOString(),
  };
}

/** The speaker of a cue is the one who speaks when its first word begins. */
function withSpeakers(cues: readonly StoredCue[], segments: readonly Segment[]): TranslatedCue[] {
  let at = 0;
  return cues.map(({ startMs, endMs, saidMs, original, text, tooLong }) => {
    while ((segments[at + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= saidMs) at++;
    return {
      start: toSeconds(startMs),
      end: toSeconds(endMs),
      speaker: segments[at]?.speaker ?? '',
      original,
      text,
      too_long: tooLong,
    };
  });
}
