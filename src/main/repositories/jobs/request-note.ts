/**
 * What was asked for, in a file in a job's work folder and beside its recording: a database that lost the job can be
 * given it again.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ownFile } from '../../core/file-paths.ts';
import { REQUEST_NOTE } from '../folder/data-folder.ts';
import { JobOptions } from './job.ts';

const NotedUpload = z.object({
  id: z.string(),
  filename: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  keyId: z.string().nullable(),
  test: z.boolean(),
  path: z.string().nullable(),
  createdAt: z.int(),
});

const RequestNote = z.object({
  job: z.object({
    id: z.string(),
    recordingId: z.string().nullable(),
    sourceType: z.string(),
    sourceUrl: z.string(),
    sourceHost: z.string().nullable(),
    sourceTitle: z.string().nullable(),
    givenTitle: z.string().nullable(),
    tags: z.array(z.string()),
    favorite: z.boolean(),
    projectId: z.string().nullable().default(null),
    options: JobOptions,
    keyId: z.string().nullable(),
    test: z.boolean(),
    voiceMemory: z.string(),
    subtitleToken: z.string(),
    createdAt: z.int(),
  }),
  /** The uploads it needs: the recording, and a transcript that was given. */
  uploads: z.array(NotedUpload),
});
export type RequestNote = z.infer<typeof RequestNote>;

/**
 * Written at once after the job is stored, before any work on it begins, and without waiting for the disk: it helps
 * against a damaged database, not against a power cut.
 */
export function writeRequestNote({ work }: { work: string }, note: RequestNote): void {
  const path = join(ownFile(work, note.job.id), REQUEST_NOTE);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(RequestNote.parse(note)), { mode: 0o600 });
}

/** Null if there is none in the folder, or not of this job. */
export function readRequestNote(folder: string, id: string): RequestNote | null {
  try {
    const note = RequestNote.parse(JSON.parse(readFileSync(join(folder, REQUEST_NOTE), 'utf8')));
    return note.job.id === id ? note : null;
  } catch {
    return null;
  }
}

/** Keeps it with the recording that is played. */
export async function keepRequestNote(from: string, to: string): Promise<void> {
  await copyFile(join(from, REQUEST_NOTE), join(to, REQUEST_NOTE)).catch(() => {});
}
