import { downloadText } from '../../../shared/client.ts';

/** The text of a subtitle file. Its address may name another host than this page's: only its path is used. */
export function fetchSubtitles(url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  return downloadText(pathname + search);
}
