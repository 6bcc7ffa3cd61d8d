/** The audio tracks of a recording, and which of them are transcribed. */
import { z } from 'zod';
import { MAX_SPEAKERS } from './speakers.ts';

/** The maximum number of tracks that are mixed or taken as speakers. */
export const MAX_TRACKS = MAX_SPEAKERS;
/** The maximum number of tracks that are listed; no recording has so many. */
export const MAX_LISTED_TRACKS = 100;

export const AudioTrack = z
  .object({
    number: z.int().positive().describe('1, 2, 3 … in the order of the file.'),
    language: z.string().nullable().describe('The tag of the file, such as `eng`.'),
    title: z.string().nullable(),
    default: z.boolean().describe('Whether the file says that players begin with it.'),
  })
  .meta({ id: 'AudioTrack' });
export type AudioTrack = z.infer<typeof AudioTrack>;

/** Which audio tracks are transcribed: one by its number, all of them mixed, or each as a speaker of its own. */
export const TrackChoice = z.union(
  [z.int().min(1).max(MAX_LISTED_TRACKS), z.enum(['mix', 'speakers'])],
  'must be the number of a track, mix or speakers',
);
export type TrackChoice = z.infer<typeof TrackChoice>;

/** The track that players begin with: the default one of the file, else its first. */
export function usualTrack(tracks: readonly Pick<AudioTrack, 'number' | 'default'>[]): number {
  return tracks.find((track) => track.default)?.number ?? 1;
}

/** The numbers of the tracks that are transcribed; several are mixed. `null` is what players choose. */
export function tracksToTranscribe(
  tracks: readonly Pick<AudioTrack, 'number' | 'default'>[],
  choice: TrackChoice | null,
): number[] {
  const all = tracks.map(({ number }) => number);
  if (typeof choice === 'string' && all.length > 0) return all;
  return [typeof choice === 'number' ? choice : usualTrack(tracks)];
}

/** Names that programs give by themselves; they say nothing of who speaks. */
const NO_NAME =
  /^(?:(?:audio|sound|stereo|mono|surround|track|stream|channel|mix|simple_aac_recording)[ _#-]*)+\d*$/i;

/** The names of the speakers by track, from its title; `null` where that is none, or not its alone. */
export function speakerNames(tracks: readonly Pick<AudioTrack, 'title'>[]): (string | null)[] {
  const titles = tracks.map(({ title }) => title);
  return titles.map((title) => {
    const isOwn = titles.filter((other) => other === title).length === 1;
    return title !== null && isOwn && !NO_NAME.test(title) ? title : null;
  });
}
