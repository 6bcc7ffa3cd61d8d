/** Hides what only a transcription's owner may see: its webhook URL, and credentials in its source URL. */
import type { TranscriptionSummary } from '../../shared/transcription/transcription.ts';
import { CREDENTIALS } from '../core/url-credentials.ts';
import type { Job } from '../repositories/jobs/job.ts';
import { isOwner, type Principal } from './principal.ts';

const HIDDEN = '***';

/** A job as a caller may see it. */
export function jobFor(principal: Principal, job: Job): Job {
  if (isOwner(principal, job)) return job;
  const { webhook_url } = job.options;
  return {
    ...job,
    sourceUrl: hideCredentials(job.sourceUrl),
    options: { ...job.options, webhook_url: webhook_url && hidePath(webhook_url) },
  };
}

/** The same for the object already made from a job. */
export function withoutSecrets(transcription: TranscriptionSummary): TranscriptionSummary {
  const { source, webhook_url } = transcription;
  return {
    ...transcription,
    source: { ...source, url: hideCredentials(source.url) },
    webhook_url: webhook_url && hidePath(webhook_url),
  };
}

/** The URL without its path, which is the only protection of an unsigned webhook. */
export function hidePath(address: string): string {
  const url = URL.parse(address);
  return url === null ? HIDDEN : `${url.origin}/${HIDDEN}`;
}

/** Three asterisks in place of the user name and password. */
export const hideCredentials = (address: string): string =>
  address.replace(CREDENTIALS, `$1${HIDDEN}@`);
