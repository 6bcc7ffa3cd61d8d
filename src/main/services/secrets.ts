/** What only the owner of a transcription may see of it: where its webhook goes, and what opens its source. */
import type { TranscriptionSummary } from '../../shared/transcription/transcription.ts';
import type { Job } from '../repositories/jobs/job.ts';
import { isOwner, type Principal } from './principal.ts';

const HIDDEN = '***';

/** A job as somebody may see it. */
export function jobFor(principal: Principal, job: Job): Job {
  if (isOwner(principal, job)) return job;
  const { webhook_url } = job.options;
  return {
    ...job,
    sourceUrl: hideCredentials(job.sourceUrl),
    options: { ...job.options, webhook_url: webhook_url && hidePath(webhook_url) },
  };
}

/** The same for what was made of a job already. */
export function withoutSecrets(transcription: TranscriptionSummary): TranscriptionSummary {
  const { source, webhook_url } = transcription;
  return {
    ...transcription,
    source: { ...source, url: hideCredentials(source.url) },
    webhook_url: webhook_url && hidePath(webhook_url),
  };
}

/** The address without the path, which is all that keeps strangers from an unsigned webhook. */
export function hidePath(address: string): string {
  const url = URL.parse(address);
  return url === null ? HIDDEN : `${url.origin}/${HIDDEN}`;
}

/** The address without user name and password. */
export function hideCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === '' && url.password === '')) return address;
  url.username = HIDDEN;
  url.password = '';
  return url.href;
}
