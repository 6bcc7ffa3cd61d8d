import type { TimeSpan } from '../../shared/time.ts';
import type { DiarizationMethod } from '../../shared/transcription/speakers.ts';
import type { ChannelLevels } from '../channels.ts';
import type { Profiles } from './profiles.ts';
import type { Turn, VoicePrints } from './voice-prints.ts';

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
  /** How well the voices part, 0–1. */
  confidence: number;
  prints: VoicePrints;
  profiles: Profiles;
  /** Who speaks when by separate channels, where there are any. */
  sides?: readonly Turn[] | undefined;
};
