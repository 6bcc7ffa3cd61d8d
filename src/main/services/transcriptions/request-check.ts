import { DETECT } from '../../../shared/languages.ts';
import type { Settings } from '../../../shared/settings.ts';
import {
  MAX_SPELLINGS,
  mergeSpelling,
  mergeTerms,
  type SpellingList,
} from '../../../shared/spelling/spelling.ts';
import { MAX_TERMS } from '../../../shared/transcription/options.ts';
import type { CreateTranscription } from '../../../shared/transcription/transcription.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import type { StoredFile } from '../../repositories/file.repository.ts';
import type { JobOptions } from '../../repositories/jobs/job.ts';
import { checkSource } from '../address-checks.ts';
import type { Principal } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';
import type { FileService } from '../sources/file.service.ts';
import { type CheckTranscript, checkGivenTranscript } from './given-transcript.ts';

type CheckedRequest = {
  /** The upload that `url` refers to, if any. */
  upload: StoredFile | null;
  /** With the language of the settings if the request names none. */
  options: JobOptions;
};

export type CheckRequest = (
  request: CreateTranscription,
  principal: Principal,
  how: {
    /** Whether the recording's URL may refer to this machine or its network. */
    allowPrivate: boolean;
    /** Terms and spellings of the settings are added as far as there is room, instead of refusing too many. */
    fitTerms?: boolean;
  },
) => Promise<CheckedRequest>;

/** The checks shared by creating a transcription and quoting one. */
export function createRequestCheck(
  { config, closing }: Pick<Core, 'config' | 'closing'>,
  {
    files,
    settings,
    checkModel,
    checkTranslates,
    checkTranscript,
    checkWebhook,
  }: {
    files: FileService;
    settings: Pick<SettingsService, 'get'>;
    /** Throws if the named model is not installed. */
    checkModel: (name: string) => Promise<void>;
    /** Throws if the model that would be used cannot translate. */
    checkTranslates: (model: string | null, language: string | null) => Promise<void>;
    checkTranscript: CheckTranscript;
    /** Throws for a URL that webhooks must not be sent to. */
    checkWebhook: (url: string, principal: Principal) => void;
  },
): CheckRequest {
  /** @throws invalid_url, blocked_address, not_found for an upload, transcript_…, invalid_request for a model, translation_unsupported */
  return async ({ url, reuse: _, ...asked }, principal, { allowPrivate, fitTerms = false }) => {
    const usual = await settings.get();
    const language = asked.language ?? usual.language;
    const options = {
      ...asked,
      ...withUsualSpelling(asked, usual, fitTerms),
      language: language === DETECT ? null : language,
    };
    const upload = await files.resolve(url, principal);
    if (!upload) checkSource(url, { allowPrivate: allowPrivate && config.allowPrivate });
    if (options.transcript !== null) {
      const given = { url, transcript: options.transcript };
      const check = (read: () => Promise<string | Uint8Array>) => checkTranscript(read, closing);
      await checkGivenTranscript({ files, check }, given, principal);
    }
    if (options.model !== null) await checkModel(options.model);
    if (options.translate) await checkTranslates(options.model, options.language);
    if (options.webhook_url !== null) checkWebhook(options.webhook_url, principal);
    return { upload, options };
  };
}

/**
 * The names, terms and spellings of a request and of the settings: those of the request first.
 * @throws invalid_request for too many together, unless they are to fit
 */
function withUsualSpelling(
  asked: { vocabulary: string[]; spelling: SpellingList },
  usual: Pick<Settings, 'vocabulary' | 'spelling'>,
  fitTerms: boolean,
) {
  const vocabulary = mergeTerms(asked.vocabulary, usual.vocabulary);
  const spelling = mergeSpelling(asked.spelling, usual.spelling);
  if (fitTerms) {
    return {
      vocabulary: vocabulary.slice(0, MAX_TERMS),
      spelling: spelling.slice(0, MAX_SPELLINGS),
    };
  }
  if (vocabulary.length > MAX_TERMS) throw tooMany('vocabulary', MAX_TERMS, 'terms');
  if (spelling.length > MAX_SPELLINGS) throw tooMany('spelling', MAX_SPELLINGS, 'entries');
  return { vocabulary, spelling };
}

function tooMany(param: string, most: number, what: string): AppError {
  const message = `With those of the settings these are more than ${most} ${what}. Leave some out, here or there.`;
  return new AppError('invalid_request', { param, message });
}
