/** The speech recognition port: what the core needs from any engine. Times are milliseconds within the window. */
import { basename, extname } from 'node:path';
import type { EngineDevice, EngineModel, Roofline } from './process/protocol.ts';

export type EngineToken = { text: string; startMs: number; endMs: number; p: number };

export type EngineSegment = {
  startMs: number;
  endMs: number;
  text: string;
  /** Text tokens only, in order and within the segment; their texts concatenate to the segment's text. */
  tokens: EngineToken[];
};

export type WindowTranscript = {
  language: string;
  /** Probabilities by language code; empty when the request named the language. */
  languageProbs: Record<string, number>;
  /** Probability that the start of the window holds no speech, 0–1. */
  noSpeechProb: number;
  segments: EngineSegment[];
  /** Set where the graphics card failed, and the processor transcribed the window instead. */
  rescued?: true;
};

export type EngineInfo = {
  model: EngineModel;
  /** The Whisper language codes the model knows. */
  languages: string[];
  lanes: number;
  threads: number;
  version: string;
  /** Whether the engine can detect speech (VAD). */
  vad: boolean;
  /** The graphics card it computes on; null for the processor. */
  device: EngineDevice | null;
};

export type TranscribeOptions = {
  /** One of `info.languages`, or null to detect the language. */
  language: string | null;
  /** At most 1024 bytes. */
  prompt?: string;
  translate?: boolean;
  /** It gets the threads of all lanes, unless another recording needs some; other windows wait. */
  alone?: boolean;
  /** Temperature of the first attempt, 0–1; 0 when left out. */
  temperature?: number;
  signal?: AbortSignal;
  /** 0–1, never decreases. */
  onProgress?(fraction: number): void;
};

export type BenchRun = { encodeMs: number; promptMs: number; decodeMs: number; batchMs: number };
/** `roofline` is there if it was asked for and the processor computes a Whisper model. */
type BenchResult = { runs: BenchRun[]; roofline?: Roofline };

/**
 * A loaded model. `pcm` is s16le, mono, 16 kHz, at most 30 s. Up to `info.lanes` calls run in parallel, the rest wait.
 * They reject with the signal's reason, or AppError `engine_crashed`, `engine_protocol` or `out_of_memory`.
 */
export type Engine = {
  info: EngineInfo;
  /** False once the process has ended or been abandoned; open another engine then. */
  alive(): boolean;
  transcribe(pcm: Uint8Array, options: TranscribeOptions): Promise<WindowTranscript>;
  /** The probability of each language, by language code. */
  detect(pcm: Uint8Array, options: { signal?: AbortSignal }): Promise<Record<string, number>>;
  /**
   * The probability of speech, 0–1, for every 32 ms. Each call starts with fresh state and needs about two seconds to
   * settle. Only for engines whose `info.vad` is true.
   */
  speech(pcm: Uint8Array, options: { signal?: AbortSignal }): Promise<Float32Array>;
  /** A brief one times only the encoder and single tokens. */
  bench(options: {
    runs: number;
    brief?: boolean;
    roofline?: boolean;
    signal?: AbortSignal;
  }): Promise<BenchResult>;
  /** Ends the process; requests still running reject. */
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
  /** The id of a graphics card; left out for the processor. */
  device?: string;
  signal?: AbortSignal;
}) => Promise<Engine>;

/** `ggml-base.en.bin` is the model `base.en`. */
export function modelName(path: string): string {
  return basename(path, extname(path)).replace(/^ggml-/, '');
}
