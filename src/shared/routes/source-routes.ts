/** Where recordings come from: uploads and links, and yt-dlp, which follows links. Part of the table in routes.ts. */
import { z } from 'zod';
import { ExpandedSource, ExpandSource } from '../sources/expanded-source.ts';
import { UploadedFile } from '../sources/uploaded-file.ts';
import { YtDlpStatus } from '../sources/yt-dlp.ts';
import type { Route } from './route.ts';
import { at, binary, body, form, json } from './route-parts.ts';

export const fileRoutes = {
  uploadFile: {
    ...at('post', '/v1/files', 'write'),
    summary: 'Upload a recording; its `url` can be transcribed',
    description:
      'A form with one recording of up to 20 GB, written to the disk as it arrives. An upload of which nothing is made within a day is deleted.',
    request: form(z.object({ file: binary })),
    responses: { 201: json('Stored.', UploadedFile) },
  },
} as const satisfies Record<string, Route>;

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
