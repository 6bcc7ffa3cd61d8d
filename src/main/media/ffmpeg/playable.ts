/** What Chromium plays, and so the window and the desktop app, with accurate seeking. */
import type { MediaFacts } from './probe.ts';

export type PlaybackPlan =
  /** The file plays as it is. */
  | { make: 'nothing'; type: string }
  /** Its picture and sound play, but in another container; `audio` says whether the sound is kept too. */
  | { make: 'mp4'; type: 'video/mp4' | 'audio/mp4'; audio: 'copy' | 'encode' }
  /** Only its sound will play, encoded anew. */
  | { make: 'sound'; type: 'audio/webm' };

const AUDIO_FILES: readonly { container: string; codecs: readonly string[]; type: string }[] = [
  { container: 'mp3', codecs: ['mp3', 'mp3float'], type: 'audio/mpeg' },
  { container: 'mp4', codecs: ['aac', 'mp3', 'opus', 'flac'], type: 'audio/mp4' },
  { container: 'ogg', codecs: ['vorbis', 'opus', 'flac'], type: 'audio/ogg' },
  { container: 'webm', codecs: ['vorbis', 'opus'], type: 'audio/webm' },
  { container: 'flac', codecs: ['flac'], type: 'audio/flac' },
  {
    container: 'wav',
    codecs: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le'],
    type: 'audio/wav',
  },
];
const WEBM_PICTURE = ['vp8', 'vp9', 'av1'];
const WEBM_SOUND = ['opus', 'vorbis'];
const MP4_SOUND = ['aac', 'mp3'];

/** What must be made of a recording so that it can be played. Encoding pictures anew would take far too long. */
export function planPlayback({ container, audio, video, headerIsTrue }: MediaFacts): PlaybackPlan {
  const codec = audio ?? '';
  if (video === null) {
    const file = AUDIO_FILES.find(
      (known) => container.includes(known.container) && known.codecs.includes(codec),
    );
    if (file && headerIsTrue) return { make: 'nothing', type: file.type };
    // Bare AAC has no index, so that jumping in it is a guess.
    if (codec === 'aac') return { make: 'mp4', type: 'audio/mp4', audio: 'copy' };
    return { make: 'sound', type: 'audio/webm' };
  }
  const webm = WEBM_PICTURE.includes(video.codec) && WEBM_SOUND.includes(codec);
  if (webm && container.includes('webm')) return { make: 'nothing', type: 'video/webm' };
  if (video.codec !== 'h264' || !/^yuvj?420p$/.test(video.pixels)) {
    return { make: 'sound', type: 'audio/webm' };
  }
  if (!MP4_SOUND.includes(codec)) return { make: 'mp4', type: 'video/mp4', audio: 'encode' };
  return container.includes('mp4')
    ? { make: 'nothing', type: 'video/mp4' }
    : { make: 'mp4', type: 'video/mp4', audio: 'copy' };
}
