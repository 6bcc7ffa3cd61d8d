import type { TimeSpan } from '../../shared/time.ts';
import type { ChannelLevels } from '../core/audio-channels.ts';
import type { Logger } from '../core/logger.ts';
import { isShortage } from '../core/system-errors.ts';
import { isFile } from '../core/user-folders.ts';
import type { AskOptions } from '../processes/child-process.ts';
import { findChannelTurns } from './channels/channel-steps.ts';
import { fitsChannels, labelChannels } from './channels/label-channels.ts';
import { WARNINGS, warningFor } from './label-warnings.ts';
import type { Labeler, Labeling, LabelRequest } from './labeling.ts';
import { joinTurns, widenRegions } from './turns/find-turns.ts';
import type { VoiceEmbeddings } from './voice-embeddings.ts';

export type LabelSpeakers = (
  recording: {
    path: string;
    regions: readonly TimeSpan[];
    expected: number | null;
    /** Set for two-channel recordings, and where tracks are speakers. */
    levels?: ChannelLevels | null;
    /** The file of windows that were embedded before, if there is one. */
    ahead?: string | null;
  },
  options: AskOptions,
) => Promise<Labeling & { warning: string | null }>;

const NO_EMBEDDINGS: VoiceEmbeddings = {
  model: null,
  digest: null,
  space: 'none',
  dim: 0,
  windows: [],
  vectors: new Float32Array(0),
};

/**
 * Tries the methods in order until one succeeds: separate channels, neural with and without a turn model, acoustic, one
 * speaker.
 */
export function createLabelSpeakers({
  label,
  model,
  turnModel,
  logger,
}: {
  label: Labeler;
  model: () => Promise<string | null>;
  /** The turn model's file; null where none was added. */
  turnModel: () => Promise<string | null>;
  logger: Logger;
}): LabelSpeakers {
  const attempt = async (request: LabelRequest, options: AskOptions) => {
    try {
      return await label(request, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (isShortage(error)) throw error;
      logger.warn({ err: error }, 'speakers could not be labeled this way');
      return null;
    }
  };

  return async ({ path, regions, expected, levels = null, ahead = null }, options) => {
    const file = await model();
    const usable = file !== null && (await isFile(file));
    const turns = usable ? await turnModel() : null;
    const attempts = [
      ...(usable && turns !== null ? [{ model: file, turnModel: turns }] : []),
      ...(usable ? [{ model: file }] : []),
      { model: null },
    ];
    for (const models of attempts) {
      const source = { kind: 'samples', path, ahead, ...models } as const;
      const labeling = await attempt({ regions, expected, levels, source }, options);
      if (labeling) return { ...labeling, warning: warningFor(labeling) };
    }
    const channelTurns = levels && findChannelTurns(levels, widenRegions(regions));
    if (channelTurns && fitsChannels(channelTurns, expected))
      return { ...labelChannels(channelTurns, NO_EMBEDDINGS), warning: null };
    return { ...oneSpeaker(regions), warning: WARNINGS.failed };
  };
}

function oneSpeaker(regions: readonly TimeSpan[]): Labeling {
  return {
    method: 'single',
    turns: joinTurns(regions.map((region) => ({ ...region, speaker: 0, confidence: 0 }))),
    count: regions.length === 0 ? 0 : 1,
    confidence: 0,
    embeddings: NO_EMBEDDINGS,
    centroids: { space: null, dim: 0, vectors: new Float32Array(0) },
  };
}
