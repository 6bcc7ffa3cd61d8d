import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { nodeTasks } from '../../child-tasks/node-task.ts';
import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { createLogger } from '../../core/logger.ts';
import { engineCommand } from '../../engine/process/engine-process.ts';
import { createStenoEngine } from '../../engine/process/steno-engine.ts';
import { findSpeech } from '../../engine/speech/find-speech.ts';
import { fetchMedia } from '../../media/download/fetch-media.ts';
import { measureChannels, readChannelLevels } from '../../media/ffmpeg/channel-levels.ts';
import { decodeToPcm } from '../../media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.ts';
import { createUrlGuard } from '../../media/guard/url-guard.ts';
import { MEDIA_POLICY } from '../../media/guard/url-policy.ts';
import {
  createLocalModels,
  createLocalSpeakerModels,
  findSpeakerModel,
  findTurnModel,
} from '../../models/local-models.ts';
import { createLabelSpeakers } from '../../speakers/labeling-methods.ts';
import { interruptible } from '../interruptible.ts';
import { isLink, nameOf, withFile } from '../read-source.ts';
import { printTable } from '../terminal/output.ts';

export type SpeakersOptions = { expected: number | null; format: 'table' | 'json' | 'rttm' };

const logger = createLogger('warn');

/** Prints who speaks when in a recording, without transcribing it. */
export async function listSpeakers(
  config: Config,
  source: string,
  options: SpeakersOptions,
): Promise<void> {
  await interruptible(async (signal) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'steno-speakers-'));
    try {
      const fetched = { config, source, folder: folder.path, signal };
      await withRecording(fetched, (input) => listInFolder({ ...fetched, ...options, input }));
    } catch (error) {
      // An error after Ctrl-C was caused by it.
      signal.throwIfAborted();
      throw error;
    }
  });
}

type Fetched = {
  config: Config;
  source: string;
  /** For temporary files. */
  folder: string;
  signal: AbortSignal;
};

/** The same with a folder for temporary files. */
async function listInFolder({
  config,
  source,
  folder,
  signal,
  input,
  expected,
  format,
}: Fetched & SpeakersOptions & { input: string }): Promise<void> {
  const path = join(folder, 'audio.s16');
  const ffmpeg = await findFfmpeg({ env: process.env });
  const reading = { ffmpeg, input, clock: systemClock, signal };
  const { channels } = await decodeToPcm({ ...reading, output: path });
  const measured =
    channels === 2
      ? await measureChannels({ ...reading, output: join(folder, 'channels.f32') })
      : null;
  const levels = measured === null ? null : await readChannelLevels(measured);
  const files = createLocalSpeakerModels(config, { label: nodeTasks.label });
  const label = createLabelSpeakers({
    label: nodeTasks.label,
    model: () => findSpeakerModel(config, files, logger),
    turnModel: () => findTurnModel(files, logger),
    logger,
  });
  const regions = await speechIn(config, path, signal);
  const labeling = await label({ path, regions, levels, expected }, { signal });
  const turns = labeling.turns.map((turn) => ({
    start: turn.startMs / 1000,
    end: turn.endMs / 1000,
    speaker: `Speaker ${turn.speaker + 1}`,
    confidence: Math.round(turn.confidence * 1000) / 1000,
  }));
  if (turns.length === 0) process.stderr.write('Note: No speech was found in this recording.\n');
  if (labeling.warning !== null) process.stderr.write(`Note: ${labeling.warning}\n`);
  const { method, embeddings } = labeling;
  const model = method === 'channels' ? null : embeddings.model;
  print(source, { turns, method, model }, format);
}

/** Passes the file to decode to `work`: the source itself, or its download. */
async function withRecording(
  { config, source, folder, signal }: Fetched,
  work: (input: string) => Promise<void>,
): Promise<void> {
  if (!isLink(source)) return withFile(source, work, signal);
  const guard = createUrlGuard({
    policy: MEDIA_POLICY,
    allowPrivate: true,
    ownPort: () => config.port,
  });
  const destination = join(folder, 'media');
  await fetchMedia({ url: source, destination, guard, clock: systemClock, signal });
  return work(destination);
}

/** Uses the engine's own detector if the engine is built. */
async function speechIn(config: Config, path: string, signal: AbortSignal) {
  const open = createStenoEngine({ command: engineCommand(config), clock: systemClock, logger });
  const { path: modelPath } = await createLocalModels(config).find('demo');
  const engine = await open({ modelPath, lanes: 1, threads: 1, signal }).catch(() => null);
  try {
    return (await findSpeech({ path, signal }, engine)).regions;
  } finally {
    await engine?.close();
  }
}

/**
 * A file's name without spaces, which NIST's RTTM format does not allow; for a link only its path, which contains no
 * secrets.
 */
function rttmName(source: string): string {
  const name = isLink(source) ? basename(new URL(source).pathname) : nameOf(source);
  return name.replaceAll(/\s+/g, '_') || 'recording';
}

type Listing = {
  turns: { start: number; end: number; speaker: string; confidence: number }[];
  method: string;
  model: string | null;
};

function print(source: string, listing: Listing, format: SpeakersOptions['format']): void {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(listing, null, 2)}\n`);
    return;
  }
  if (format === 'rttm') {
    const name = rttmName(source);
    for (const { start, end, speaker } of listing.turns) {
      const [from, lasts] = [start.toFixed(3), (end - start).toFixed(3)];
      const who = speaker.replaceAll(' ', '_');
      process.stdout.write(`SPEAKER ${name} 1 ${from} ${lasts} <NA> <NA> ${who} <NA> <NA>\n`);
    }
    return;
  }
  const rows = listing.turns.map(({ start, end, speaker, confidence }) => [
    start.toFixed(1),
    end.toFixed(1),
    speaker,
    confidence.toFixed(2),
  ]);
  printTable(['START', 'END', 'SPEAKER', 'CONFIDENCE'], rows);
}
