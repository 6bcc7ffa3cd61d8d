/** The audio tracks of a recording, as people read and choose them. */
import {
  type AudioTrack,
  type TrackChoice,
  usualTrack,
} from '../../../shared/transcription/tracks.ts';
import { languageName } from './format.ts';

/** Where a recording is not known yet, so many can be chosen by number. */
const USUAL_TRACKS = 6;

/** `Track 2 · Guest · German`. */
function trackTitle({ number, title, language }: AudioTrack): string {
  const own = title && !/^track ?\d+$/i.test(title) ? title : null;
  return [`Track ${number}`, own, language && languageName(language)].filter(Boolean).join(' · ');
}

/** What can be chosen: of the tracks there are, or of a recording that is not known yet. */
export function trackChoices(tracks: readonly AudioTrack[]): (readonly [TrackChoice, string])[] {
  const numbers = Array.from({ length: USUAL_TRACKS }, (_, at) => at + 1);
  return [
    ['mix', 'All tracks, mixed'],
    ['speakers', 'Each track is a speaker'],
    ...(tracks.length > 0
      ? tracks.map((track) => [track.number, trackTitle(track)] as const)
      : numbers.map((number) => [number, `Track ${number}`] as const)),
  ];
}

/** What is transcribed where nothing is chosen. */
export function usualTrackTitle(tracks: readonly AudioTrack[]): string {
  return tracks.length > 0 ? `The default: track ${usualTrack(tracks)}` : 'The default track';
}

/** What can still be chosen once the tracks are known: one is transcribed whatever is chosen. */
export function knownTrack(
  choice: TrackChoice | null,
  tracks: readonly AudioTrack[],
): TrackChoice | null {
  if (tracks.length === 0) return choice;
  if (tracks.length === 1) return null;
  const isThere = typeof choice === 'string' || tracks.some(({ number }) => number === choice);
  return isThere ? choice : null;
}

/** `track 2`, as one of the options of a recording. */
export function describeTrack(choice: TrackChoice): string {
  if (choice === 'mix') return 'all tracks mixed';
  return choice === 'speakers' ? 'a speaker per track' : `track ${choice}`;
}
