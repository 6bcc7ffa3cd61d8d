import type { Generated, Selectable } from 'kysely';
import type { KeyScope } from '../../shared/accounts.ts';
import type { WebhookStatus } from '../../shared/webhooks.ts';
import type { OwnFolder } from './folder/data-folder.ts';
import type { SegmentTable, TranscriptionTable, WindowTable } from './transcription-tables.ts';

/** What is read of a table. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type SegmentRow = Row<'segments'>;

/**
 * The rows of both databases, where these names are in snake case. Repositories parse JSON columns when they return a
 * row.
 */
export type Tables = {
  dataFolder: { id: string; openedAt: number };
  removals: { folder: OwnFolder; name: string; serviceId: string | null };
  backups: { name: string; createdAt: number };
  projects: {
    id: string;
    name: string;
    folded: string;
    keyId: string | null;
    test: number;
    options: string;
    createdAt: number;
  };
  transcriptions: TranscriptionTable;
  windows: WindowTable;
  speech: { transcriptionId: string; startMs: number; endMs: number };
  suppressed: {
    transcriptionId: string;
    windowIdx: number;
    idx: number;
    startMs: number;
    endMs: number;
    text: string;
    reason: string;
  };
  segments: SegmentTable;
  heard: {
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
    continues: number;
  };
  edits: {
    transcriptionId: string;
    number: number;
    kind: string;
    about: string | null;
    request: string | null;
    madeAt: number;
    undone: Generated<number>;
    body: Uint8Array;
  };
  speakers: {
    transcriptionId: string;
    number: number;
    label: string;
    name: string | null;
    confidence: number | null;
    voiceId: string | null;
    centroid: Uint8Array | null;
  };
  diarizations: {
    transcriptionId: string;
    method: string;
    /** The model that computed the centroids, even if audio channels determined the speakers. */
    model: string | null;
    confidence: number;
    warning: string | null;
    /** The data for labeling again; opaque here. */
    evidence: Uint8Array | null;
    /** The embedding space of the centroids; null if they mean nothing beyond the recording. */
    space: string | null;
    atOnce: Generated<string>;
  };
  /** Voices that users have named, remembered on this machine. */
  voices: {
    id: string;
    /** The memory it belongs to: `live`, `test`, or the id of a key that sees only its own. */
    memory: string;
    name: string;
    createdAt: number;
    updatedAt: number;
  };
  voiceSamples: {
    id: Generated<number>;
    voiceId: string;
    transcriptionId: string | null;
    speaker: number;
    space: string;
    centroid: Uint8Array;
    speechMs: number;
    learntAt: number;
  };
  cueEdits: {
    transcriptionId: string;
    startMs: number;
    endMs: number;
    words: string;
    cues: string;
  };
  translations: {
    transcriptionId: string;
    language: string;
    request: string;
    status: 'queued' | 'translating' | 'completed' | 'failed';
    attempts: Generated<number>;
    progress: Generated<number>;
    error: string | null;
    model: string;
    edits: Generated<number>;
    madeOf: Generated<number>;
    createdAt: number;
    completedAt: number | null;
  };
  translatedCues: {
    transcriptionId: string;
    language: string;
    draft: number;
    idx: number;
    startMs: number;
    endMs: number;
    /** Where its first word begins. */
    saidMs: number;
    original: string;
    text: string;
    tooLong: number;
  };
  /** Of recordings: all versions share them. */
  highlights: {
    id: string;
    recordingId: string;
    startMs: number;
    endMs: number;
    color: string;
    comment: string | null;
    quote: string;
    revision: Generated<number>;
    createdAt: number;
    updatedAt: number;
  };
  structured: { transcriptionId: string; body: string };
  structurings: { transcriptionId: string; attempts: number; dueAt: number };
  automaticExports: {
    transcriptionId: string;
    attempts: Generated<number>;
    dueAt: number;
    /** The folder used before, and the files that exist there or were about to be written. */
    folder: string | null;
    files: Generated<string>;
    problem: string | null;
  };
  /** Files that users uploaded; their bytes are stored in the data folder under their ids. */
  files: {
    id: string;
    filename: string;
    bytes: number;
    sha256: string;
    keyId: string | null;
    test: number;
    /** Where the watch folder found it; null for what was uploaded. */
    path: string | null;
    createdAt: number;
  };
  /** API keys without their secrets, of which only the SHA-256 is stored. */
  apiKeys: {
    id: string;
    name: string;
    test: number;
    scope: Generated<KeyScope>;
    hash: string;
    hint: string;
    createdAt: number;
    lastUsedAt: number | null;
    revokedAt: number | null;
  };
  ledger: {
    id: Generated<number>;
    keyId: string;
    kind: 'grant' | 'reserve' | 'release' | 'settle';
    points: number;
    transcriptionId: string | null;
    createdAt: number;
  };
  idempotencyKeys: {
    owner: string;
    name: string;
    requestHash: string;
    transcriptionId: string;
    createdAt: number;
  };
  events: {
    /** Increases with each event. */
    seq: Generated<number>;
    id: string;
    /** Null for a test, which belongs to no transcription. */
    transcriptionId: string | null;
    type: string;
    url: string;
    allowHttpLoopback: number;
    body: string;
    status: WebhookStatus;
    attempts: Generated<number>;
    dueAt: number | null;
    createdAt: number;
    keyId: string | null;
    test: number;
    host: string;
    once: Generated<number>;
  };
  deliveries: {
    id: string;
    eventId: string;
    attempt: number;
    startedAt: number;
    endedAt: number | null;
    outcome: string;
    statusCode: number | null;
  };
  realTimeFactors: {
    stage: string;
    model: string;
    device: string;
    mediaMs: number;
    wallMs: number;
  };
  /** The results of testing a card with one driver and one model file; times in ms. */
  cardProofs: {
    device: string;
    driver: string;
    model: string;
    file: string;
    verdict: string;
    cardMs: number | null;
    processorMs: number | null;
    strikes: number;
  };
  settings: { name: string; value: string };
  watchedFiles: { path: string; bytes: number; modifiedAt: number };
  /** Signed-in browsers; only the SHA-256 of their cookies is stored. */
  sessions: {
    id: string;
    hash: string;
    browser: string;
    createdAt: number;
    lastUsedAt: number;
    expiresAt: number;
  };
  signInCodes: { hash: string; expiresAt: number };
  services: {
    id: string;
    name: string;
    version: string;
    knows: number;
    url: string;
    works: number;
    startedAt: number;
    seenAt: number;
    status: string;
  };
};
