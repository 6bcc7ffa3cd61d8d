import type { CreateTranscription } from '../../../shared/transcription/transcription.ts';
import type { StoredFile } from '../../repositories/file.repository.ts';
import type { JobOptions } from '../../repositories/jobs/job.ts';
import type { Principal } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';
import type { FileService } from '../sources/file.service.ts';

export type CheckedRequest = {
  /** What `url` names, where that is an upload. */
  upload: StoredFile | null;
  /** With the language of the settings where the request names none. */
  options: JobOptions;
};

export type CheckRequest = (
  request: CreateTranscription,
  principal: Principal,
  /** Whether the recording's address may name this machine or its network. */
  source: { allowPrivate: boolean },
) => Promise<CheckedRequest>;

/** What creating a transcription and asking for its quote refuse alike. */
export function createRequestCheck({
  files,
  settings,
  checkSource,
  checkModel,
  checkWebhook,
}: {
  files: FileService;
  settings: Pick<SettingsService, 'get'>;
  /** Throws for what can never be fetched. */
  checkSource: (url: string, options: { allowPrivate: boolean }) => void;
  /** Throws when the named model is not installed. */
  checkModel: (name: string) => Promise<void>;
  /** Throws for an address no webhook may go to. */
  checkWebhook: (url: string, principal: Principal) => void;
}): CheckRequest {
  /** @throws invalid_url, blocked_address, not_found for an upload, invalid_request for a model */
  return async ({ url, reuse: _, ...asked }, principal, { allowPrivate }) => {
    const options = { ...asked, language: asked.language ?? (await settings.get()).language };
    const upload = await files.resolve(url, principal);
    if (!upload) checkSource(url, { allowPrivate });
    if (options.model !== null) await checkModel(options.model);
    if (options.webhook_url !== null) checkWebhook(options.webhook_url, principal);
    return { upload, options };
  };
}
