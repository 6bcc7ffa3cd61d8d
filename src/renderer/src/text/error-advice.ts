import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { TranscriptionError } from '../../../shared/transcription/transcription.ts';

const AGAIN = 'Try again.';
const OTHER_FILE = 'Download it in your browser and drop the file here instead.';

/** What the user can do about an error whose message does not say it. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  internal: AGAIN,
  source_unreachable: 'Check the link and your connection, then try again.',
  source_timeout: AGAIN,
  source_not_found: 'Check the link: it may be mistyped or have expired.',
  source_requires_login: 'Or download it in your browser and drop the file here instead.',
  source_refused: OTHER_FILE,
  source_failed: 'Try again in a few minutes.',
  source_too_large: 'Use a shorter recording or one with a lower bitrate.',
  source_incomplete: AGAIN,
  too_many_redirects: OTHER_FILE,
  bad_encoding: OTHER_FILE,
  blocked_address: OTHER_FILE,
  empty_media: 'Check the file, or record it again.',
  unsupported_media: 'Save it as MP3, M4A, WAV or MP4 and try that file.',
  no_audio_track: 'Choose a file that has sound.',
  no_such_track: 'Transcribe it again with another choice.',
  recording_too_long: 'Cut it into parts and add each of them.',
  model_invalid: 'Delete the model in Settings → Models, and download or add it again.',
  engine_crashed: AGAIN,
  engine_protocol: AGAIN,
  yt_dlp_crashed: AGAIN,
};

/** The window's own texts, where those of the service also address the command line and the API. */
const OWN: Partial<Record<ErrorCode, string>> = {
  yt_dlp_missing: 'Links to pages and video platforms need yt-dlp, which is not installed.',
  model_missing: 'The model for this is not installed. Download or add one in Settings → Models.',
  model_unconfirmed:
    'This model is not in the catalogue. Trust it in Settings → Models, or choose another one.',
  extractor_outdated:
    'The platform has changed. Update yt-dlp in Settings → Links, then try again.',
  extractor_failed:
    'The recording could not be fetched from its page. Updating yt-dlp in Settings → Links may help.',
  source_is_playlist: 'The link leads to several recordings. Choose which of them you want.',
};

/** The error in one or two sentences: what happened and what to do. */
export function explain(error: Pick<TranscriptionError, 'code' | 'message'>): string {
  const advice = OWN[error.code] === undefined ? ADVICE[error.code] : undefined;
  return advice ? `${error.message} ${advice}` : sayHere(error);
}

/** What happened, as the window says it. */
export function sayHere({ code, message }: Pick<TranscriptionError, 'code' | 'message'>): string {
  return OWN[code] ?? message;
}

/** Errors that remain however often it is tried: the recording itself is unusable, or another link is needed. */
const HOPELESS: ReadonlySet<ErrorCode> = new Set([
  ...(['empty_media', 'unsupported_media', 'media_too_complex', 'no_audio_track'] as const),
  ...(['recording_too_long', 'source_is_playlist', 'source_is_protected'] as const),
  ...(['source_is_web_page', 'source_too_large', 'blocked_address'] as const),
  ...(['no_such_track', 'too_many_tracks'] as const),
]);

export function canHelp(code: ErrorCode): boolean {
  return !HOPELESS.has(code);
}

/** Whether it takes another choice of the audio tracks. */
export function isOfTracks(code: ErrorCode): boolean {
  return code === 'no_such_track' || code === 'too_many_tracks';
}

const MODELS = { href: '/settings/models', title: 'Models' };
const LINKS = { href: '/settings/links', title: 'Settings for links' };
const STORAGE = { href: '/settings/storage', title: 'Storage' };

const SETTINGS: Partial<Record<ErrorCode, { href: string; title: string }>> = {
  model_missing: MODELS,
  model_invalid: MODELS,
  model_altered: MODELS,
  model_unconfirmed: MODELS,
  unsupported_language: MODELS,
  language_needed: MODELS,
  window_failed: MODELS,
  out_of_memory: MODELS,
  source_requires_login: LINKS,
  extractor_outdated: LINKS,
  extractor_failed: LINKS,
  cookies_unavailable: LINKS,
  source_rate_limited: LINKS,
  yt_dlp_missing: LINKS,
  yt_dlp_tampered: LINKS,
  disk_full: STORAGE,
};

/** The page of the settings on which the cause of an error can be fixed; `null` if there is none. */
export function settingsFor(code: ErrorCode): { href: string; title: string } | null {
  return SETTINGS[code] ?? null;
}
