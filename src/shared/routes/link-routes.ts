/** Endpoints for links, and for yt-dlp, which follows them. Part of the table in routes.ts. */
import { ExpandedSource, ExpandSource } from '../sources/sources.ts';
import { YtDlpStatus } from '../sources/yt-dlp.ts';
import type { Route } from './route.ts';
import { at, body, json } from './route-parts.ts';

/** Links that lead to recordings: playlists and pages. */
export const linkRoutes = {
  expandSource: {
    ...at('post', '/v1/sources/expand', 'read'),
    summary: 'List the recordings behind a link, without fetching them',
    description:
      'For links that lead to several recordings, such as playlists. Create a transcription for each `url` you want.',
    request: body(ExpandSource),
    responses: { 200: json('What is there.', ExpandedSource) },
  },
  getYtDlp: {
    ...at('get', '/v1/yt-dlp', 'window'),
    summary: 'Get how yt-dlp stands',
    description: 'Whether it is there, its version, and where it comes from.',
    responses: { 200: json('How it stands.', YtDlpStatus) },
  },
  updateYtDlp: {
    ...at('post', '/v1/yt-dlp/update', 'window'),
    summary: 'Take the newest yt-dlp',
    description: 'Its digest is compared with the published one before it is used.',
    responses: { 200: json('How it stands now.', YtDlpStatus) },
  },
  revertYtDlp: {
    ...at('post', '/v1/yt-dlp/revert', 'window'),
    summary: 'Go back to the yt-dlp before',
    description: 'For when the newest does not work.',
    responses: { 200: json('How it stands now.', YtDlpStatus) },
  },
} as const satisfies Record<string, Route>;
