/** The two audio channels of a recording: `media` measures their levels, `speakers` interprets them. */
import type { TimeSpan } from '../shared/time.ts';

export type Side = 'left' | 'right';

/** Three numbers per step, with full scale 1: the mean squares of left and right, and the mean of their product. */
export type ChannelLevels = { stepMs: number; values: Float32Array };

/**
 * The channel of a call to amplify where it speaks: by `gain`, an amplitude, in these spans, which are ordered and
 * never adjacent.
 */
export type QuietLine = { side: Side; gain: number; spans: readonly TimeSpan[] };
