import type { SourceInfo } from '../../../shared/transcription/transcription.ts';

/** Where a recording came from: the host of a link, or that it was a file. */
export function originOf(source: Pick<SourceInfo, 'type' | 'url'>): string {
  if (source.type === 'upload') return 'File';
  return URL.canParse(source.url) ? new URL(source.url).host : source.url;
}
