/** A transcription as the core knows it: its row with the JSON columns parsed. */
import { z } from 'zod';
import { Provenance } from '../../../shared/transcription/provenance.ts';
import { AudioTrack } from '../../../shared/transcription/tracks.ts';
import {
  CreateTranscription,
  Stage,
  TranscriptionError,
  TranscriptionStatus,
  type Warning,
} from '../../../shared/transcription/transcription.ts';
import type { Row } from '../tables.ts';
import { readWarnings } from './stored-warnings.ts';

/** The caller's options, fixed when the job is created; retries and resumed runs read only these. */
export const JobOptions = CreateTranscription.omit({
  url: true,
  reuse: true,
  project_id: true,
});
export type JobOptions = z.infer<typeof JobOptions>;

/** A job that was running at this many crashes without making progress probably causes them. */
export const MAX_CRASHES = 3;

/** What is parsed of its row. */
type Parsed = {
  status: TranscriptionStatus;
  stage: Stage | null;
  sourceChapters: SourceChapter[];
  sourceTracks: AudioTrack[];
  options: JobOptions;
  test: boolean;
  metered: boolean;
  provenance: Provenance | null;
  warnings: Warning[];
  error: TranscriptionError | null;
  tags: string[];
  favorite: boolean;
};
export type Job = Parsed &
  Omit<Row<'transcriptions'>, keyof Parsed | 'crashes' | 'transcriptUrl' | 'queuePlace'>;

const StageOrNone = Stage.nullable();
const Tags = z.array(z.string());
const SourceChapters = z.array(z.object({ title: z.string(), startMs: z.int(), endMs: z.int() }));
const AudioTracks = z.array(AudioTrack);
type SourceChapter = z.infer<typeof SourceChapters>[number];

/** Parses a row; throws for a row that does not parse, which means a damaged database. */
export function toJob(row: Row<'transcriptions'>): Job {
  const { crashes: _crashes, transcriptUrl: _transcript, queuePlace: _place, ...job } = row;
  return {
    ...job,
    status: TranscriptionStatus.parse(row.status),
    stage: StageOrNone.parse(row.stage),
    sourceChapters: SourceChapters.parse(JSON.parse(row.sourceChapters ?? '[]')),
    sourceTracks: AudioTracks.parse(JSON.parse(row.sourceTracks ?? '[]')),
    options: JobOptions.parse(JSON.parse(row.options)),
    test: row.test === 1,
    metered: row.metered === 1,
    provenance: row.provenance === null ? null : Provenance.parse(JSON.parse(row.provenance)),
    warnings: readWarnings(row.warnings),
    error: row.error === null ? null : TranscriptionError.parse(JSON.parse(row.error)),
    tags: Tags.parse(JSON.parse(row.tags)),
    favorite: row.favorite === 1,
  };
}
