/** The rows of a transcription, of its windows and of its segments; all others are in tables.ts. */
import type { Generated } from 'kysely';

export type TranscriptionTable = {
  id: string;
  seq: number;
  /** The first transcription of the same recording, even if it was deleted. */
  recordingId: string;
  /** Increases with each transcription of the recording. */
  version: number;
  status: string;
  stage: string | null;
  progress: Generated<number>;
  etaMs: number | null;
  /** Increases with every claim; a write with an older epoch changes nothing. */
  epoch: Generated<number>;
  crashes: Generated<number>;
  sourceType: string;
  sourceUrl: string;
  /** The host of a link; null for an upload. */
  sourceHost: string | null;
  sourceTitle: string | null;
  transcriptUrl: string | null;
  /** The title a user gave it. */
  givenTitle: string | null;
  /** The platform's information about the recording. */
  sourceUploader: string | null;
  sourceThumbnailUrl: string | null;
  sourceChapters: string | null;
  /** The recording's audio tracks; empty until they are known. */
  sourceTracks: string | null;
  options: string;
  keyId: string | null;
  /** Whether it belongs to a test key. */
  test: number;
  /** Whether points are charged, which is for live keys only. */
  metered: number;
  /** The voice memory in which its speakers are looked up. */
  voiceMemory: string;
  subtitleToken: string;
  /** The name of the fetched file in the work folder, once it is complete. */
  mediaName: string | null;
  durationMs: number | null;
  language: string | null;
  model: string | null;
  /** What the text was made with; null before that is known. */
  provenance: string | null;
  pointsSpent: Generated<number>;
  warnings: Generated<string>;
  error: string | null;
  createdAt: number;
  completedAt: number | null;
  /** The media type of the recording stored for playback. */
  mediaType: string | null;
  /** Increases with every change of the finished text. */
  revision: Generated<number>;
  /** How many speakers say something; null until completed. */
  speakerCount: number | null;
  /** The tags a user gave it. */
  tags: Generated<string>;
  favorite: Generated<number>;
  /** Null unless it is in the trash. */
  trashedAt: number | null;
  queuePlace: Generated<number>;
  /** Up to where a failed one has text without a gap; null where it has none. */
  textUntilMs: number | null;
  /** The project it is in, with its other versions. */
  projectId: string | null;
};

export type WindowTable = {
  transcriptionId: string;
  idx: number;
  startMs: number;
  endMs: number;
  done: Generated<number>;
  language: string | null;
  noSpeechProb: number | null;
  model: string | null;
  failed: Generated<number>;
  /** What is asked of whoever takes its task, as JSON; null where it has none. */
  asked: string | null;
  askedAt: number | null;
  place: number | null;
  /** A text in another language than the spoken one, as JSON. */
  drift: string | null;
  /** The other machine that transcribed it. */
  machine: string | null;
  rescued: Generated<number>;
  /** Why it failed. */
  error: string | null;
};

export type SegmentTable = {
  transcriptionId: string;
  windowIdx: number;
  idx: number;
  startMs: number;
  endMs: number;
  text: string;
  speaker: string;
  language: string;
  confidence: number;
  words: string;
  flags: string;
  continues: Generated<number>;
  original: string | null;
  paragraph: 'begins' | 'continues' | null;
};
