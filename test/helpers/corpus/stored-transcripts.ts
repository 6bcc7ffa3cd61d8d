/** Finished transcriptions as the queue leaves them, written through the same repositories without an engine. */
import { newToken, newTranscriptionId } from '../../../src/main/core/ids.ts';
import type { Database } from '../../../src/main/repositories/database.ts';
import {
  createJobRepository,
  type JobFacts,
} from '../../../src/main/repositories/jobs/job.repository.ts';
import { JobOptions } from '../../../src/main/repositories/jobs/job.ts';
import {
  createJobEndings,
  type RenderWebhookBody,
} from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { createTranscriptRepository } from '../../../src/main/repositories/transcripts/transcript.repository.ts';
import { writeWebhookBody } from '../../../src/main/services/transcriptions/write-transcription.ts';
import type { TimeSpan } from '../../../src/shared/time.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { newJob } from '../harness/new-job.ts';
import { noTasks } from '../harness/no-tasks.ts';
import { openTestDatabase } from '../harness/test-database.ts';

/** The address of the service in what was stored for webhooks. */
export const STORED_BASE = 'http://localhost';

/** `windows` are the texts of segments, window by window; a segment lasts two seconds. */
type Told = {
  title: string;
  windows: readonly (readonly string[])[];
  /** Labels, taken in turn by the segments of a window. */
  speakers?: readonly string[];
  finished?: boolean;
};

/** Writes them into a data folder no service runs on, oldest first; gives their ids. */
export async function storeTranscripts(dataDir: string, all: readonly Told[]): Promise<string[]> {
  const { db, close } = await openTestDatabase(dataDir);
  try {
    const ids: string[] = [];
    for (const told of all) ids.push(await storeTranscript(db, told));
    return ids;
  } finally {
    await close();
  }
}

export async function storeTranscript(
  db: Database,
  { title, windows, speakers = ['Speaker 1'], finished = true }: Told,
): Promise<string> {
  const spoken = windows.map((texts, index) =>
    texts.map((text, at) => ({
      ...toSegment(text, index * 28_000 + at * 2000),
      speaker: speakers[at % speakers.length] ?? '',
    })),
  );
  return storeSegments(db, { title, windows: spoken, structured: null, finished });
}

type Spoken = {
  title: string;
  windows: readonly (readonly Omit<Segment, 'id'>[])[];
  structured: string | null;
  facts?: JobFacts;
  finished?: boolean;
  options?: Partial<JobOptions>;
  /** Where someone speaks. */
  speech?: readonly TimeSpan[];
};

/** Writes segments as they are, window by window. */
export async function storeSegments(
  db: Database,
  { title, windows, structured, facts, finished = true, options, speech = [] }: Spoken,
): Promise<string> {
  const id = newTranscriptionId();
  await createTranscriptionRepository(db).insert(
    newJob({
      id,
      sourceType: 'url',
      sourceUrl: 'https://example.com/talk.mp3',
      sourceTitle: title,
      options: JobOptions.parse({ structure: false, ...options }),
      subtitleToken: newToken(),
    }),
    { idempotency: null, reuse: null },
  );
  const jobs = createJobRepository(db, noTasks);
  const job = await jobs.claimWork();
  if (job?.id !== id) throw new Error('Another job was queued before.');
  if (facts) await jobs.patch(job, facts);
  const transcripts = createTranscriptRepository(db);
  const plan = windows.map((_, index) => ({
    index,
    startMs: index * 28_000,
    endMs: index * 28_000,
  }));
  await transcripts.plan(job, { windows: plan, speech });
  for (const [index, segments] of windows.entries()) {
    await transcripts.commitWindow(job, {
      index,
      language: 'en',
      noSpeechProb: 0,
      suppressed: [],
      error: null,
      machine: null,
      rescued: false,
      model: 'demo',
      segments: [...segments],
    });
  }
  if (finished)
    await createJobEndings(db, { renderBody: writeBody, tasks: noTasks }).complete(job, {
      at: 1,
      points: 0,
      structured,
    });
  return id;
}

const writeBody: RenderWebhookBody = (job, result) => writeWebhookBody(job, result, STORED_BASE);

function toSegment(text: string, startMs: number) {
  const words = [{ startMs, endMs: startMs + 2000, text, confidence: 1 }];
  return {
    startMs,
    endMs: startMs + 2000,
    text,
    language: 'en',
    confidence: 1,
    words,
  };
}
