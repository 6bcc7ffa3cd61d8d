/** Endpoints for links, and for yt-dlp, which follows them. Part of the table in routes.ts. */
import { ExpandedSource, ExpandSource } from '../sources/sources.ts';
import { YtDlpStatus } from '../sources/yt-dlp.ts';
import type { Route } from './route.ts';
import { body, json } from './route-parts.ts';

/** Links that lead to recordings: playlists and pages. */
export const linkRoutes = {
  expandSource: {
    method: 'post',
    path: '/v1/sources/expand',
    access: 'read',
    summary: 'List the recordings behind a link, without fetching them',
    description:
      'For links that lead to several recordings, such as playlists. Create a transcription for each `url` you want.',
    request: body(ExpandSource),
    responses: { 200: json('What is there.', ExpandedSource) },
  },
  getYtDlp: {
    method: 'get',
    path: '/v1/yt-dlp',
    access: 'window',
    summary: 'Get how yt-dlp stands',
    description: 'Whether it is there, its version, and where it comes from.',
    responses: { 200: json('How it stands.', YtDlpStatus) },
  },
  updateYtDlp: {
    method: 'post',
    path: '/v1/yt-dlp/update',
    access: 'window',
    summary: 'Take the newest yt-dlp',
    description: 'Its digest is compared with the published one before it is used.',
    responses: { 200: json('How it stands now.', YtDlpStatus) },
  },
  revertYtDlp: {
    method: 'post',
    path: '/v1/yt-dlp/revert',
    access: 'window',
    summary: 'Go back to the yt-dlp before',
    description: 'For when the newest does not work.',
    responses: { 200: json('How it stands now.', YtDlpStatus) },
  },
} as const satisfies Record<string, Route>;
