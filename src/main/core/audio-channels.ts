/** The audio channels or tracks of a recording: `media` measures their levels, `speakers` interprets them. */
import type { TimeSpan } from '../../shared/time.ts';

type StereoChannel = 'left' | 'right';

/**
 * For each step a number per channel and one more, with full scale 1: the mean square of each channel, and the mean of
 * the product of left and right (0 for tracks).
 */
export type ChannelLevels = {
  stepMs: number;
  channels: number;
  values: Float32Array;
  /** Each is one person, as the caller says; the two channels of a stereo recording may be anything. */
  ofTracks: boolean;
};

/** Amplifies by `gain`, an amplitude, in these spans, which are ordered and never adjacent. */
export type Amplified = { gain: number; spans: readonly TimeSpan[] };

/** The channel of a call to amplify where it speaks. */
export type QuietLine = Amplified & { channel: StereoChannel };

/** The track to amplify where its speaker speaks, counted from 0. */
export type QuietTrack = Amplified & { track: number };
