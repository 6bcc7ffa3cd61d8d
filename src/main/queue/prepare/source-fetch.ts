import { createReadStream } from 'node:fs';
import { cp, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CookieBrowser } from '../../../shared/settings.ts';
import { AppError, succeeds } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import type { Core } from '../../core.ts';
import { type FetchProgress, fetchMedia } from '../../media/download/fetch-media.ts';
import type { UrlGuard } from '../../media/guard/url-guard.ts';
import { fetchVideo } from '../../media/yt-dlp/fetch-video.ts';
import type { YtDlpProgram } from '../../media/yt-dlp/run-yt-dlp.ts';
import { warningsThatMatter } from '../../media/yt-dlp/warnings.ts';
import { type MediaKey, whileAway, workKey } from '../../storage/media-storage.ts';
import type { JobContext } from '../job-context.ts';
import type { FindStored } from './stored-recording.ts';

const MEDIA_NAME = 'media';

/**
 * A link may lead to another recording by now. Without a language, the text there is of it stays only where the windows
 * turn out to be the same.
 */
const fetchedAnew = { mediaName: MEDIA_NAME, language: null };

/** Where a fetched recording lies. */
export const fetchedFile = ({ work }: Core['folders'], id: string) =>
  join(ownFile(work, id), MEDIA_NAME);

export type SourceFetch = ReturnType<typeof createSourceFetch>;

/** Fetches a recording to disk: directly if the link leads to a file, with yt-dlp if it leads to a page. */
export function createSourceFetch(
  core: Pick<Core, 'config' | 'clock' | 'logger' | 'storage' | 'dataFolder'>,
  {
    guard,
    uploadFile,
    findYtDlp,
    cookiesFrom,
    findStored,
  }: {
    guard: UrlGuard;
    /** An upload as a file on this disk, perhaps in the folder. */
    uploadFile: (url: string, folder: string, signal: AbortSignal) => Promise<string>;
    findYtDlp: (signal: AbortSignal) => Promise<YtDlpProgram>;
    /** The browser whose cookies the user allows yt-dlp to send to platforms. */
    cookiesFrom: () => Promise<CookieBrowser | null>;
    /** The recording stored by another version. */
    findStored: FindStored;
  },
) {
  const { config, clock, logger, storage, dataFolder } = core;
  const onProgress =
    ({ progress }: JobContext) =>
    ({ receivedBytes, totalBytes }: FetchProgress) =>
      progress.report('fetching', totalBytes ? Math.min(1, receivedBytes / totalBytes) : 0);

  const fetchFile = async (context: JobContext, destination: string) => {
    const { job, signal } = context;
    const own = await beginFile(context);
    const fetched = await fetchMedia({
      url: job.sourceUrl,
      destination: own,
      guard,
      clock,
      signal,
      onProgress: onProgress(context),
      onRetry: () => tellRetry(context),
    });
    await context.place(own, destination);
    await context.patch({
      ...fetchedAnew,
      sourceTitle: fetched.suggestedName,
    });
  };

  const fetchPage = async (context: JobContext, destination: string) => {
    const { job, signal } = context;
    const page = await guard.check(job.sourceUrl);
    const own = await beginFile(context);
    let warnings: readonly string[] = [];
    const facts = await fetchVideo({
      page,
      destination: own,
      guard,
      program: await findYtDlp(signal),
      // Only for the user's own jobs: the holder of an API key must not use the user's logins.
      cookiesFrom: job.keyId === null ? await cookiesFrom() : null,
      clock,
      signal,
      onProgress: onProgress(context),
      onRetry: () => {
        warnings = [];
        return tellRetry(context);
      },
      onWarnings: (said) => {
        warnings = said;
        logger.warn({ transcriptionId: job.id, warnings }, 'yt-dlp warned');
      },
    });
    for (const code of warningsThatMatter(warnings)) await context.warn(code);
    await context.place(own, destination);
    await context.patch({
      ...fetchedAnew,
      sourceType: facts.platform ?? job.sourceType,
      sourceTitle: facts.title ?? page.url.hostname,
      sourceUploader: facts.uploader,
      sourceThumbnailUrl: facts.thumbnailUrl,
      sourceChapters: JSON.stringify(facts.chapters),
    });
  };

  /** Reuses the recording stored by another version; false if there is none, or if it is deleted meanwhile. */
  const takeKept = async (context: JobContext, destination: string): Promise<boolean> => {
    const { job, signal } = context;
    const [stored] = await findStored(job);
    if (!stored) return false;
    await rm(destination, { force: true });
    const take = (key: MediaKey) =>
      whileAway({ clock, logger }, signal, () => storage.copyTo(key, destination, { signal }));
    if (!((await take(stored.source)) || (await take(stored.media)))) return false;
    await context.patch({ mediaName: MEDIA_NAME });
    return true;
  };

  /** Where each service has a folder of its own, any of them may transcribe what one has fetched. */
  const isShared = config.database !== null && config.storage !== null;
  const sharedKey = (id: string) => workKey(id, MEDIA_NAME);

  const share = async ({ job, signal }: JobContext, path: string): Promise<void> => {
    if (!isShared) return;
    await whileAway({ clock, logger }, signal, () =>
      storage.put(sharedKey(job.id), createReadStream(path), { signal }),
    );
  };

  const fetchFrom = async (context: JobContext, destination: string): Promise<void> => {
    if (await takeKept(context, destination)) return;
    if (context.job.sourceType !== 'url') return fetchPage(context, destination);
    await fetchFile(context, destination).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'source_is_web_page')) throw error;
      return fetchPage(context, destination);
    });
  };

  return {
    /** Fetches a link's recording unless another version has stored it; resumes where an earlier run stopped. */
    async fetch(context: JobContext): Promise<void> {
      const { folder, progress } = context;
      const destination = join(folder, MEDIA_NAME);
      await dataFolder.make(folder);
      progress.report('fetching', 0);
      await fetchFrom(context, destination);
      await share(context, destination);
    },

    /** The recording's file; null when a fetched one no longer exists. @throws not_found for an upload */
    async find({ job, folder, signal }: JobContext): Promise<string | null> {
      if (job.sourceType === 'upload') {
        const find = () => uploadFile(job.sourceUrl, folder, signal);
        return whileAway({ clock, logger }, signal, find);
      }
      const fetched = join(folder, MEDIA_NAME);
      if (await succeeds(stat(fetched))) return fetched;
      if (!isShared) return null;
      await dataFolder.make(folder);
      const take = () => storage.copyTo(sharedKey(job.id), fetched, { signal });
      return (await whileAway({ clock, logger }, signal, take)) ? fetched : null;
    },
  };
}

/**
 * Where the recording is written. What another run has fetched under another name is copied, since that run may still
 * write to it.
 */
async function beginFile({ folder, draft }: JobContext): Promise<string> {
  const own = draft(MEDIA_NAME);
  if (basename(own) === MEDIA_NAME) return own;
  const found = (await readdir(folder)).flatMap((name) => {
    const [, epoch, rest] = /^(\d+)-media(\..*)$/.exec(name) ?? [];
    return rest === undefined ? [] : [{ name, epoch: Number(epoch), rest }];
  });
  const last = Math.max(...found.map(({ epoch }) => epoch));
  for (const { name, epoch, rest } of found) {
    const path = join(folder, name);
    if (`${epoch}-${MEDIA_NAME}` === basename(own)) continue;
    if (epoch === last) await cp(path, own + rest, { recursive: true });
    await rm(path, { recursive: true, force: true });
  }
  return own;
}

/** Publishes the warning at once; the displayed progress never decreases. */
async function tellRetry({ warn, progress }: JobContext): Promise<void> {
  await warn('source_retried');
  progress.report('fetching', 0);
  await progress.flush();
}
