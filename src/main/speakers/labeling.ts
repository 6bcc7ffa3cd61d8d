import { closeSync, openSync, readSync } from 'node:fs';
import type { TimeSpan } from '../../shared/time.ts';
import type { DiarizationMethod } from '../../shared/transcription/speakers.ts';
import type { ChannelLevels } from '../channels.ts';
import type { AskOptions } from '../child-process.ts';
import type { CountDoubt } from './grouping/group-voices.ts';
import type { Profiles, Turn, VoicePrints } from './voice-prints.ts';

/** What is to be labeled: samples on disk, or the voices of a recording that was labeled before. */
export type LabelRequest = {
  /** Where somebody speaks. */
  regions: readonly TimeSpan[];
  /** How many people speak, if that is known. */
  expected: number | null;
  /** Of a recording with two channels. */
  levels?: ChannelLevels | null;
  /** Who speaks when by separate channels, where that was found before. */
  sides?: readonly Turn[] | undefined;
  source:
    | {
        kind: 'samples';
        /** 16 kHz mono s16le. */
        path: string;
        /** An ONNX speaker model, or null to go by pitch and sound. */
        model: string | null;
      }
    | { kind: 'prints'; prints: VoicePrints };
};

export type Labeling = {
  method: DiarizationMethod;
  /** In order of time; speakers are numbered as they first speak. */
  turns: Turn[];
  count: number;
  /** How well the voices part, or how surely one voice is one, 0–1. */
  confidence: number;
  /** What speaks against the number of people. */
  countDoubt?: CountDoubt;
  prints: VoicePrints;
  profiles: Profiles;
  /** Who speaks when by separate channels, where there are any. */
  sides?: readonly Turn[] | undefined;
};

const BYTES_A_MS = 32;

export type Samples = Disposable & {
  /** −1 to 1; shorter where the recording ends. */
  read(span: TimeSpan): Float32Array;
};

/** 16 kHz mono s16le samples on disk, read piece by piece: a process of its own may wait for them. */
export function openSamples(path: string): Samples {
  const file = openSync(path, 'r');
  return {
    read({ startMs, endMs }) {
      const bytes = Buffer.alloc((endMs - startMs) * BYTES_A_MS);
      const read = readSync(file, bytes, 0, bytes.length, startMs * BYTES_A_MS);
      const samples = new Float32Array(read >> 1);
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = bytes.readInt16LE(index * 2) / 32_768;
      }
      return samples;
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

/** Labels in a process of its own. */
export type Labeler = (request: LabelRequest, options: AskOptions) => Promise<Labeling>;
