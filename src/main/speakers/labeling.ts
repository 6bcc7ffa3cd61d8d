import type { TimeSpan } from '../../shared/time.ts';
import type { DiarizationMethod } from '../../shared/transcription/speakers.ts';
import type { ChannelLevels } from '../core/audio-channels.ts';
import type { AskOptions } from '../processes/child-process.ts';
import type { CountDoubt } from './grouping/group-voices.ts';
import type { Centroids, Turn, VoiceEmbeddings, VoiceTurn } from './voice-embeddings.ts';

/** What to label: samples on disk, or the stored embeddings of a recording labeled before. */
export type LabelRequest = {
  regions: readonly TimeSpan[];
  expected: number | null;
  /** Set for two-channel recordings, and where tracks are speakers. */
  levels?: ChannelLevels | null;
  /** Who speaks when according to separate channels, if that was determined before. */
  channelTurns?: readonly Turn[] | undefined;
  /** Who speaks when within each window of the turn model, if that was determined before. */
  voiceTurns?: readonly VoiceTurn[] | undefined;
  source:
    | {
        kind: 'samples';
        /** 16 kHz mono s16le. */
        path: string;
        /** An ONNX speaker model, or null to use pitch and cepstra. */
        model: string | null;
        /** A turn model for where several speak at once, if there is one; not used without a speaker model. */
        turnModel?: string | null;
        /** The file of windows that were embedded before, if there is one. */
        ahead?: string | null;
      }
    | { kind: 'embeddings'; embeddings: VoiceEmbeddings };
};

export type Labeling = {
  method: DiarizationMethod;
  /**
   * In order of their start; they overlap where a turn model found several speaking at once. Speakers are numbered as
   * they first speak, those of tracks as the tracks.
   */
  turns: Turn[];
  count: number;
  /** How well the voices are separated, or how certain it is that a single voice is one, 0–1. */
  confidence: number;
  /** What contradicts the number of speakers. */
  countDoubt?: CountDoubt;
  embeddings: VoiceEmbeddings;
  centroids: Centroids;
  /** Who speaks when according to separate channels, if there are any. */
  channelTurns?: readonly Turn[] | undefined;
  /** Who speaks when within each window, if a turn model listened to it. */
  voiceTurns?: readonly VoiceTurn[] | undefined;
};

/** Labels in a separate process. */
export type Labeler = (request: LabelRequest, options: AskOptions) => Promise<Labeling>;
