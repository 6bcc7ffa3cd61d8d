/** The port to speech recognition: what the core asks of any engine. Times are milliseconds within the window. */
import type { EngineModel } from './process/protocol.ts';

export type EngineToken = { text: string; startMs: number; endMs: number; p: number };

export type EngineSegment = {
  startMs: number;
  endMs: number;
  text: string;
  /** Text tokens only, in order and inside the segment; their texts together are the segment's. */
  tokens: EngineToken[];
};

export type EngineTimings = { melMs: number; encodeMs: number; decodeMs: number; totalMs: number };

export type WindowTranscript = {
  language: string;
  /** By language code; empty when the language was given. */
  languageProbs: Record<string, number>;
  /** How likely the start of the window holds no speech, 0–1. */
  noSpeechProb: number;
  segments: EngineSegment[];
  timings: EngineTimings;
};

export type EngineInfo = {
  model: EngineModel;
  /** Whisper's language codes that the model knows. */
  languages: string[];
  lanes: number;
  threads: number;
  version: string;
  /** Whether it can tell speech from other sounds. */
  vad: boolean;
};

export type TranscribeOptions = {
  /** A code of `info.languages`, or null to have it detected. */
  language: string | null;
  /** At most 1024 bytes. */
  prompt?: string;
  /** Into English. */
  translate?: boolean;
  /** 0–1, of the first attempt; 0 when left out. */
  temperature?: number;
  signal?: AbortSignal;
  /** 0–1, never falls. */
  onProgress?(fraction: number): void;
};

export type BenchRun = { encodeMs: number; promptMs: number; decodeMs: number; batchMs: number };

/**
 * A loaded model. `pcm` is s16le, mono, 16 kHz, at most 30 s. Calls run side by side up to `info.lanes`, the rest
 * wait. They reject with the signal's reason, or AppError `engine_crashed`, `engine_protocol` or `out_of_memory`.
 */
export type Engine = {
  info: EngineInfo;
  /** False once the process is gone or given up: then another has to be opened. */
  alive(): boolean;
  transcribe(pcm: Uint8Array, options: TranscribeOptions): Promise<WindowTranscript>;
  /** The probability of each language by its code. */
  detect(pcm: Uint8Array, options: { signal?: AbortSignal }): Promise<Record<string, number>>;
  /**
   * How likely somebody speaks, 0–1, in every 32 ms. Each call begins anew and needs about two seconds to find its
   * feet. Only for engines whose `info.vad` is true.
   */
  speech(pcm: Uint8Array, options: { signal?: AbortSignal }): Promise<Float32Array>;
  bench(options: { runs: number; signal?: AbortSignal }): Promise<BenchRun[]>;
  /** Ends the process; whatever still runs rejects. */
  close(): Promise<void>;
};

/**
 * Starts an engine and loads a model. Rejects with AppError `engine_missing`, `model_missing`, `model_invalid`,
 * `out_of_memory`, `engine_crashed` or `engine_protocol`, or with the signal's reason.
 */
export type OpenEngine = (options: {
  modelPath: string;
  lanes?: number;
  threads?: number;
  signal?: AbortSignal;
}) => Promise<Engine>;
