import type { Transcription } from '../../../shared/transcription/transcription.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { LongResult } from '../../repositories/transcripts/stored-result.ts';
import { toApiSegment } from './result-view.ts';
import { toTranscription } from './transcription-view.ts';

/** Consecutive chunks of bytes: a long text is never one string, nor all in memory as objects. */
export type Pieces = readonly Uint8Array<ArrayBuffer>[];

/** A transcription without words as JSON in UTF-8. */
export function writeShort(transcription: Transcription, indent = 0): Pieces {
  return [toBytes(JSON.stringify(transcription, null, indent))];
}

/**
 * A completed transcription with all its words: the bytes of `JSON.stringify(transcription, null, indent)`, written one
 * page of segments at a time.
 */
export async function writeTranscription(
  job: Job,
  { result: stored, pages }: LongResult,
  { baseUrl, indent = 0 }: { baseUrl: string; indent?: number },
): Promise<Pieces> {
  const transcription = toTranscription(job, stored, baseUrl);
  const { result, ...rest } = transcription;
  if (!result?.segments.length) return writeShort(transcription, indent);
  const { text, segments: _, ...after } = result;
  const write = (value: object) => JSON.stringify(value, null, indent);
  // The JSON around and between the segments, found by rendering zeros in their place.
  const around = write({ result: { segments: [0, 0] } });
  const [open = '', between = '', close = ''] = around.split('0');

  const head = write({ ...rest, result: { text, segments: [0] } });
  const pieces = [toBytes(head.slice(0, -(close.length + 1)))];
  for await (const page of pages) {
    const lead = pieces.length === 1 ? '' : between;
    const body = write({ result: { segments: page.map(toApiSegment) } });
    pieces.push(toBytes(lead + body.slice(open.length, -close.length)));
  }
  const tail = write({ result: { segments: [0], ...after } });
  pieces.push(toBytes(tail.slice(open.length + 1)));
  return pieces;
}

/** The body that a webhook's receiver gets when a job has ended. */
export async function writeWebhookBody(
  job: Job,
  result: LongResult | null,
  baseUrl: string,
): Promise<Uint8Array> {
  if (result === null) return toBytes(JSON.stringify(toTranscription(job, null, baseUrl)));
  return Buffer.concat(await writeTranscription(job, result, { baseUrl }));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text);
}
