/**
 * Distinguishes links to several recordings from links to one, so that no one gets a hundred transcripts
 * unintentionally.
 */
import { ApiError, type Client } from '../client.ts';
import type { ExpandedSource } from './expanded-source.ts';
import { isMediaName } from './media-extensions.ts';
import { platformOfUrl } from './platforms.ts';

/**
 * What a link leads to if that is several recordings, else `null`; also `null` if this cannot be determined, because
 * fetching it will report why.
 */
export async function findPlaylist(
  client: Pick<Client, 'expandSource'>,
  link: string,
  signal?: AbortSignal,
): Promise<ExpandedSource | null> {
  if (isOneRecording(link)) return null;
  try {
    const found = await client.expandSource({ url: link }, { signal });
    return found.count > 1 && found.items.length > 0 ? found : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Whether the URL alone shows that it leads to one recording: a file, or one video of a platform. */
export function isOneRecording(link: string): boolean {
  const url = URL.parse(link);
  if (url === null) return true;
  const platform = platformOfUrl(link);
  if (platform === 'youtube') {
    return (
      url.hostname.endsWith('youtu.be') || /^\/(?:watch|shorts\/|live\/|embed\/)/.test(url.pathname)
    );
  }
  if (platform === 'vimeo') return /^\/\d+/.test(url.pathname);
  return platform === null && isMediaName(url.pathname);
}
