import type { YtDlpStatus } from '../../../shared/sources/yt-dlp.ts';

/** How yt-dlp stands, and keeping it in order. */
export type YtDlpService = {
  status(signal: AbortSignal): Promise<YtDlpStatus>;
  update(signal: AbortSignal): Promise<YtDlpStatus>;
  revert(signal: AbortSignal): Promise<YtDlpStatus>;
};
