import { DETECT } from '../../../shared/languages.ts';
import {
  MAX_SPELLINGS,
  mergeSpelling,
  mergeTerms,
  type SpellingList,
} from '../../../shared/spelling/spelling.ts';
import type { CreateTranscription } from '../../../shared/transcription/transcription.ts';
import { MAX_TERMS } from '../../../shared/transcription/transcription-options.ts';
import { AppError, nullIf } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { StoredFile } from '../../repositories/file.repository.ts';
import type { JobOptions } from '../../repositories/jobs/job.ts';
import { checkSource } from '../address-checks.ts';
import type { Principal } from '../principal.ts';
import type { ProjectService } from '../project.service.ts';
import type { SettingsService } from '../settings.service.ts';
import type { FileService } from '../sources/file.service.ts';
import { type CheckTranscript, checkGivenTranscript } from './check-given-transcript.ts';

type CheckedRequest = {
  /** The upload that `url` refers to, if any. */
  upload: StoredFile | null;
  /** With what the project and the settings say where the request says nothing. */
  options: JobOptions;
};

export type CheckRequest = (
  request: CreateTranscription,
  principal: Principal,
  how: {
    /** Whether the recording's URL may refer to this machine or its network. */
    allowPrivate: boolean;
    /** Nobody is there to be refused: of too many terms the last are left out, and a project that is gone is none. */
    forgiving?: boolean;
  },
) => Promise<CheckedRequest>;

type Options = Omit<CreateTranscription, 'url' | 'track' | 'transcript' | 'reuse'>;

/** The same of a recording that has no address yet. */
export type CheckOptions = (request: Options, principal: Principal) => Promise<void>;

/** The checks shared by creating a transcription and quoting one. */
export function createRequestCheck(
  { config, closing }: Pick<Core, 'config' | 'closing'>,
  {
    files,
    settings,
    projects,
    isInstalled,
    checkModel,
    checkTranslates,
    checkTranscript,
    checkWebhook,
  }: {
    files: FileService;
    settings: Pick<SettingsService, 'get'>;
    projects: Pick<ProjectService, 'find'>;
    isInstalled: (model: string) => Promise<boolean>;
    /** Throws if the named model is not installed. */
    checkModel: (name: string) => Promise<void>;
    /** Throws if the model that would be used cannot translate. */
    checkTranslates: (model: string | null, language: string | null) => Promise<void>;
    checkTranscript: CheckTranscript;
    /** Throws for a URL that webhooks must not be sent to. */
    checkWebhook: (url: string, principal: Principal) => void;
  },
): { checkRequest: CheckRequest; checkOptions: CheckOptions } {
  const optionsOf = (id: string, principal: Principal, forgiving: boolean) => {
    const found = projects.find(id, principal);
    return forgiving ? found.catch(nullIf('invalid_request')) : found;
  };
  /** A project outlives its model. */
  const usable = async (model: string | null) =>
    model !== null && (await isInstalled(model)) ? model : null;

  /** What a transcription is made with, checked. */
  const optionsFor = async <Asked extends Options>(
    { project_id: projectId, ...asked }: Asked,
    principal: Principal,
    forgiving: boolean,
  ) => {
    const usual = await settings.get();
    const project = projectId === null ? null : await optionsOf(projectId, principal, forgiving);
    const language = asked.language ?? project?.language ?? usual.language;
    return {
      ...asked,
      ...withUsualSpelling(asked, { project, usual, forgiving }),
      model: asked.model ?? (await usable(project?.model ?? null)),
      language: language === DETECT ? null : language,
    };
  };
  const checkOptions = async (
    options: Pick<JobOptions, 'model' | 'language' | 'translate' | 'webhook_url'>,
    principal: Principal,
  ): Promise<void> => {
    if (options.model !== null) await checkModel(options.model);
    if (options.translate) await checkTranslates(options.model, options.language);
    if (options.webhook_url !== null) checkWebhook(options.webhook_url, principal);
  };

  return {
    /** @throws invalid_url, blocked_address, not_found for an upload, transcript_…, invalid_request for a model, translation_unsupported */
    async checkRequest(
      { url, reuse: _, ...asked },
      principal,
      { allowPrivate, forgiving = false },
    ) {
      const options = await optionsFor(asked, principal, forgiving);
      const upload = await files.resolve(url, principal);
      if (!upload) checkSource(url, { allowPrivate: allowPrivate && config.allowPrivate });
      if (options.transcript !== null) {
        const given = { url, transcript: options.transcript };
        const check = (read: () => Promise<string | Uint8Array>) => checkTranscript(read, closing);
        await checkGivenTranscript({ files, check }, given, principal);
      }
      await checkOptions(options, principal);
      return { upload, options };
    },

    /** @throws invalid_request for a model or a project, translation_unsupported, blocked_address */
    async checkOptions(asked, principal) {
      await checkOptions(await optionsFor(asked, principal, false), principal);
    },
  };
}

type Terms = { vocabulary: string[]; spelling: SpellingList };

/**
 * The names, terms and spellings of a request, its project and the settings, in this order. What a project has for its
 * recordings is added as far as there is room.
 * @throws invalid_request for too many together, unless they are to fit
 */
function withUsualSpelling(
  asked: Terms,
  { project, usual, forgiving }: { project: Terms | null; usual: Terms; forgiving: boolean },
) {
  const own = project ?? { vocabulary: [], spelling: [] };
  const vocabulary = mergeTerms(mergeTerms(asked.vocabulary, own.vocabulary), usual.vocabulary);
  const spelling = mergeSpelling(mergeSpelling(asked.spelling, own.spelling), usual.spelling);
  if (forgiving || project) {
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
