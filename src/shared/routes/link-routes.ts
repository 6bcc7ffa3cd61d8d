/** The endpoints about links: what lies behind one, and yt-dlp, which follows them. Part of the table in routes.ts. */

import { ExpandedSource, ExpandSource } from '../sources/sources.ts';
import { YtDlpStatus } from '../sources/yt-dlp.ts';
import type { Route } from './route.ts';
import { bearer, body, failure, json } from './route-parts.ts';

/** What leads to recordings: playlists and pages. */
export const linkRoutes = {
  expandSource: {
    method: 'post',
    path: '/v1/sources/expand',
    summary: 'List the recordings behind a link, without fetching them',
    security: bearer,
    request: body(ExpandSource),
    responses: { 200: json('What is there.', ExpandedSource), default: failure },
  },
  getYtDlp: {
    method: 'get',
    path: '/v1/yt-dlp',
    summary: 'Get how yt-dlp stands (signed-in window only)',
    responses: { 200: json('How it stands.', YtDlpStatus), default: failure },
  },
  updateYtDlp: {
    method: 'post',
    path: '/v1/yt-dlp/update',
    summary: 'Take the newest yt-dlp (signed-in window only)',
    responses: { 200: json('How it stands now.', YtDlpStatus), default: failure },
  },
  revertYtDlp: {
    method: 'post',
    path: '/v1/yt-dlp/revert',
    summary: 'Go back to the yt-dlp before (signed-in window only)',
    responses: { 200: json('How it stands now.', YtDlpStatus), default: failure },
  },
} as const satisfies Record<string, Route>;
