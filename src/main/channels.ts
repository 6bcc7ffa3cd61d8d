/** The two channels of a recording: what is measured of them in media, and what speakers finds by that. */
import type { TimeSpan } from '../shared/time.ts';

export type Side = 'left' | 'right';

/** Three numbers for each step, full scale being 1: the mean squares of left and right, the mean of their product. */
export type ChannelLevels = { stepMs: number; values: Float32Array };

/**
 * The channel of a call that must be made louder where it speaks: by `gain`, an amplitude, in these spans, which are in
 * order and never touch.
 */
export type QuietLine = { side: Side; gain: number; spans: readonly TimeSpan[] };
