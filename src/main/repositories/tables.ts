import type { Generated } from 'kysely';
import type { KeyScope } from '../../shared/accounts.ts';
import type { OwnFolder } from './folder/data-folder.ts';

/** The rows as both databases store them. Repositories parse JSON columns when they return a row. */
export type TranscriptionTable = {
  id: string;
  seq: number;
  recording_id: string;
  version: number;
  status: string;
  stage: string | null;
  progress: Generated<number>;
  eta_ms: number | null;
  epoch: Generated<number>;
  crashes: Generated<number>;
  source_type: string;
  source_url: string;
  source_host: string | null;
  source_title: string | null;
  transcript_url: string | null;
  given_title: string | null;
  source_uploader: string | null;
  source_thumbnail_url: string | null;
  source_chapters: string | null;
  source_tracks: string | null;
  options: string;
  key_id: string | null;
  test: number;
  metered: number;
  voice_memory: string;
  subtitle_token: string;
  media_name: string | null;
  duration_ms: number | null;
  language: string | null;
  model: string | null;
  provenance: string | null;
  points_spent: Generated<number>;
  warnings: Generated<string>;
  error: string | null;
  created_at: number;
  completed_at: number | null;
  media_type: string | null;
  revision: Generated<number>;
  speaker_count: number | null;
  tags: Generated<string>;
  favorite: Generated<number>;
  trashed_at: number | null;
  queue_place: Generated<number>;
  text_until_ms: number | null;
  project_id: string | null;
};

type WindowTable = {
  transcription_id: string;
  idx: number;
  start_ms: number;
  end_ms: number;
  done: Generated<number>;
  language: string | null;
  no_speech_prob: number | null;
  model: string | null;
  failed: Generated<number>;
  /** What is asked of whoever takes its task, as JSON; null where it has none. */
  asked: string | null;
  asked_at: number | null;
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
  transcription_id: string;
  window_idx: number;
  idx: number;
  start_ms: number;
  end_ms: number;
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

export type SegmentRow = Omit<SegmentTable, 'continues'> & { continues: number };

export type Tables = {
  data_folder: { id: string; opened_at: number };
  removals: { folder: OwnFolder; name: string; service_id: string | null };
  backups: { name: string; created_at: number };
  projects: {
    id: string;
    name: string;
    folded: string;
    key_id: string | null;
    test: number;
    options: string;
    created_at: number;
  };
  transcriptions: TranscriptionTable;
  windows: WindowTable;
  speech: { transcription_id: string; start_ms: number; end_ms: number };
  suppressed: {
    transcription_id: string;
    window_idx: number;
    idx: number;
    start_ms: number;
    end_ms: number;
    text: string;
    reason: string;
  };
  segments: SegmentTable;
  heard: {
    transcription_id: string;
    window_idx: number;
    idx: number;
    start_ms: number;
    end_ms: number;
    text: string;
    speaker: string;
    language: string;
    confidence: number;
    words: string;
    flags: string;
    continues: number;
  };
  edits: {
    transcription_id: string;
    number: number;
    kind: string;
    about: string | null;
    request: string | null;
    made_at: number;
    undone: Generated<number>;
    body: Uint8Array;
  };
  speakers: {
    transcription_id: string;
    number: number;
    label: string;
    name: string | null;
    confidence: number | null;
    voice_id: string | null;
    centroid: Uint8Array | null;
  };
  diarizations: {
    transcription_id: string;
    method: string;
    model: string | null;
    confidence: number;
    warning: string | null;
    evidence: Uint8Array | null;
    space: string | null;
    at_once: Generated<string>;
  };
  voices: { id: string; memory: string; name: string; created_at: number; updated_at: number };
  voice_samples: {
    id: Generated<number>;
    voice_id: string;
    transcription_id: string | null;
    speaker: number;
    space: string;
    centroid: Uint8Array;
    speech_ms: number;
    learnt_at: number;
  };
  cue_edits: {
    transcription_id: string;
    start_ms: number;
    end_ms: number;
    words: string;
    cues: string;
  };
  translations: {
    transcription_id: string;
    language: string;
    request: string;
    status: 'queued' | 'translating' | 'completed' | 'failed';
    attempts: Generated<number>;
    progress: Generated<number>;
    error: string | null;
    model: string;
    edits: Generated<number>;
    made_of: Generated<number>;
    created_at: number;
    completed_at: number | null;
  };
  translated_cues: {
    transcription_id: string;
    language: string;
    draft: number;
    idx: number;
    start_ms: number;
    end_ms: number;
    said_ms: number;
    original: string;
    text: string;
    too_long: number;
  };
  highlights: {
    id: string;
    recording_id: string;
    start_ms: number;
    end_ms: number;
    color: string;
    comment: string | null;
    quote: string;
    revision: Generated<number>;
    created_at: number;
    updated_at: number;
  };
  structured: { transcription_id: string; body: string };
  structurings: { transcription_id: string; attempts: number; due_at: number };
  automatic_exports: {
    transcription_id: string;
    attempts: Generated<number>;
    due_at: number;
    folder: string | null;
    files: Generated<string>;
    problem: string | null;
  };
  files: {
    id: string;
    filename: string;
    bytes: number;
    sha256: string;
    key_id: string | null;
    test: number;
    path: string | null;
    created_at: number;
  };
  api_keys: {
    id: string;
    name: string;
    test: number;
    scope: Generated<KeyScope>;
    hash: string;
    hint: string;
    created_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
  };
  ledger: {
    id: Generated<number>;
    key_id: string;
    kind: 'grant' | 'reserve' | 'release' | 'settle';
    points: number;
    transcription_id: string | null;
    created_at: number;
  };
  idempotency_keys: {
    owner: string;
    name: string;
    request_hash: string;
    transcription_id: string;
    created_at: number;
  };
  events: {
    seq: Generated<number>;
    id: string;
    transcription_id: string | null;
    type: string;
    url: string;
    allow_http_loopback: number;
    body: string;
    status: 'pending' | 'sending' | 'delivered' | 'failed';
    attempts: Generated<number>;
    due_at: number | null;
    created_at: number;
    key_id: string | null;
    test: number;
    host: string;
    once: Generated<number>;
  };
  deliveries: {
    id: string;
    event_id: string;
    attempt: number;
    started_at: number;
    ended_at: number | null;
    outcome: string;
    status_code: number | null;
  };
  real_time_factors: {
    stage: string;
    model: string;
    device: string;
    media_ms: number;
    wall_ms: number;
  };
  card_proofs: {
    device: string;
    driver: string;
    model: string;
    file: string;
    verdict: string;
    card_ms: number | null;
    processor_ms: number | null;
    strikes: number;
  };
  settings: { name: string; value: string };
  watched_files: { path: string; bytes: number; modified_at: number };
  sessions: {
    id: string;
    hash: string;
    browser: string;
    created_at: number;
    last_used_at: number;
    expires_at: number;
  };
  sign_in_codes: { hash: string; expires_at: number };
  services: {
    id: string;
    name: string;
    version: string;
    knows: number;
    url: string;
    works: number;
    started_at: number;
    seen_at: number;
    status: string;
  };
};
