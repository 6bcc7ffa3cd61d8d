import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tracksToTranscribe } from '../../../shared/transcription/tracks.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { isShortage } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.ts';
import {
  makePlaybackCopy,
  planPlayback,
  SAMPLES_AS_SOUND,
  writeWaveform,
} from '../../media/ffmpeg/playback-copy.ts';
import { probeMedia } from '../../media/ffmpeg/probe.ts';
import { againWhenKilled } from '../../media/ffmpeg/run-ffmpeg.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { keepRequestNote } from '../../repositories/jobs/request-note.ts';
import { linkFile } from '../../storage/folder-storage.ts';
import { type MediaKey, whileAway } from '../../storage/media-storage.ts';
import type { JobContext } from '../job-context.ts';
import type { DecodedRecording } from './decode-recording.ts';
import type { FindStored } from './stored-recording.ts';

/** The folder with what is played, in a job's work folder. */
export const PLAYBACK = 'playback';

type Decoded = Pick<DecodedRecording, 'path' | 'tracks' | 'facts'>;

export type PlaybackStage = ReturnType<typeof createPlaybackStage>;

/**
 * Stores a recording for playback with its text: its own file if browsers can play it, else a playable copy, and its
 * waveform. Runs in parallel with transcription; it never fails a job, and delays one only while the system has no room
 * for it.
 */
export function createPlaybackStage(
  { storage, clock, logger }: Pick<Core, 'storage' | 'clock' | 'logger'>,
  { findStored }: { findStored: FindStored },
) {
  /** Reuses what another version of the recording has made; null if there is none, or if it is deleted meanwhile. */
  const takeOver = async (
    job: Job,
    folder: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const [stored] = await findStored(job, { sameSound: true });
    if (!stored) return null;
    const take = (key: MediaKey, name: string) =>
      whileAway({ clock, logger }, signal, () =>
        storage.copyTo(key, join(folder, name), { signal }),
      );
    if ((await take(stored.media, 'media')) && (await take(stored.waveform, 'waveform'))) {
      await take(stored.source, 'source');
      return stored.type;
    }
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
    return null;
  };

  const make = async (
    context: JobContext,
    input: string,
    { path: samples, tracks, facts: known }: Decoded,
    signal: AbortSignal,
  ): Promise<void> => {
    const { options, sourceType } = context.job;
    const folder = playbackFolder(context);
    // Only what is whole is played, and kept where the job ends early.
    if (context.job.mediaType !== null) await context.patch({ mediaType: null });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    const taken = await takeOver({ ...context.job, sourceTracks: [...tracks] }, folder, signal);
    if (taken !== null) return context.patch({ mediaType: taken });
    await writeWaveform({ samples, output: join(folder, 'waveform'), signal });
    const ffmpeg = await findFfmpeg({ env: process.env });
    const facts = known ?? (await probeMedia({ ffmpeg, input, clock, signal }));
    const chosen = tracksToTranscribe(tracks, options.track);
    let plan = planPlayback(facts, chosen);
    const output = join(folder, 'media');
    if (plan.make === 'nothing') await linkFile(input, output);
    else {
      const copying = { ffmpeg, output, clock, signal };
      try {
        await makePlaybackCopy({ ...copying, input, plan });
      } catch (error) {
        // A track that begins hours late takes too much memory to be mixed with the others.
        const isMix = chosen.length > 1 && error instanceof AppError;
        if (!isMix || error.code !== 'unsupported_media') throw error;
        plan = SAMPLES_AS_SOUND;
        await makePlaybackCopy({ ...copying, input: samples, plan });
      }
      // The copy holds what is transcribed; another version may use the other tracks. Uploads stay anyway.
      const isWanted = tracks.length > 1 && sourceType !== 'upload';
      if (isWanted) await linkFile(input, join(folder, 'source'));
    }
    failpoint('playback.made');
    await context.patch({ mediaType: plan.type });
  };

  return {
    /** Starts the work; `finish` waits for it, and disposing aborts it. */
    start(context: JobContext, input: string, audio: Decoded) {
      const ended = new AbortController();
      const signal = AbortSignal.any([context.signal, ended.signal]);
      const attempt = async (): Promise<boolean> => {
        try {
          await againWhenKilled(() => make(context, input, audio, signal));
          return true;
        } catch (error) {
          if (signal.aborted) return false;
          if (isShortage(error) || (await context.wasDisturbed())) throw error;
          logger.warn({ transcriptionId: context.job.id, err: error }, 'nothing to play');
          return false;
        }
      };
      const made = attempt();
      made.catch(() => {});
      return {
        /** Moves the result to its final place, before the job is completed, since it must exist by then. */
        async finish(): Promise<void> {
          if (!(await made)) return;
          await keepRequestNote(context.folder, playbackFolder(context));
          const keep = () => storage.keep(context.job.id, playbackFolder(context), signal);
          await whileAway({ clock, logger }, signal, keep);
          failpoint('playback.kept');
        },
        async [Symbol.asyncDispose](): Promise<void> {
          ended.abort();
          await made.catch(() => {});
        },
      };
    },
  };
}

/** Where what is played is made. */
export function playbackFolder(context: Pick<JobContext, 'draft'>): string {
  return context.draft(PLAYBACK);
}
