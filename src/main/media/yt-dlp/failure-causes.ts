/** Determines why yt-dlp failed from its messages. */
import type { ErrorCode } from '../../../shared/error-catalogue.ts';

/** Tried in this order: the most specific messages first. */
const CAUSES: readonly (readonly [ErrorCode, RegExp])[] = [
  [
    'cookies_unavailable',
    /could not find .{0,200}cookies|failed to decrypt|cookies? database|secretstorage|unsupported browser/i,
  ],
  ['blocked_address', /file:\/\/ URLs are explicitly disabled|unsafe extension/i],
  ['source_is_protected', /\bDRM\b/],
  [
    'source_is_live',
    /live event (?:will begin|has ended)|premieres in|is (?:currently )?(?:live|offline)\b|live ?streams? (?:is|are) not supported|not currently live|will begin in/i,
  ],
  [
    'source_geo_blocked',
    /geo.?restrict|(?:available|blocked) (?:it )?(?:from|in) your (?:country|location|region)|in your country/i,
  ],
  ['source_rate_limited', /HTTP Error 429|Too Many Requests|rate.?limit|not a bot/i],
  [
    'source_requires_login',
    /sign in|\blog ?in\b|logged.in|registered users|private video|video is private|members.only|only available (?:to|for)|age.restrict|confirm your age|HTTP Error 401|authenticat|password|subscri|premium/i,
  ],
  [
    'source_removed',
    /video unavailable|been removed|no longer (?:available|exists?)|does not exist|terminated|been deleted|was deleted|not available anymore|content (?:is not|isn.t) available/i,
  ],
  ['source_not_found', /HTTP Error (?:404|410)/],
  ['source_is_web_page', /Unsupported URL|is not a valid URL|no video in this|There.s no video/i],
  ['source_too_large', /larger than max-filesize/i],
  ['source_timeout', /timed out/i],
  ['source_failed', /HTTP Error 5\d\d/i],
  ['source_refused', /HTTP Error 4\d\d|forbidden/i],
  [
    'extractor_outdated',
    /latest version|please report this issue|unable to extract|signature extraction|nsig|no video formats found|confirm you are on/i,
  ],
  ['unsupported_media', /requested format is not available/i],
  [
    'source_unreachable',
    /getaddrinfo|name resolution|connection (?:refused|reset)|unreachable|unable to connect|tunnel connection failed|certificate/i,
  ],
  ['source_incomplete', /incomplete|fragment .{0,200}not found|bytes read|did not get any data/i],
];

/** yt-dlp's warning when it found no JavaScript runtime, and the failures that follow from it. */
const NO_RUNTIME = /No supported JavaScript runtime could be found/i;
const FOR_WANT_OF_RUNTIME: ReadonlySet<ErrorCode> = new Set([
  'extractor_outdated',
  'extractor_failed',
  'unsupported_media',
  'source_refused',
]);

/**
 * The cause of a failed run. `refusals` come from the proxy, which knows what yt-dlp can only guess. Matches the
 * English messages of yt-dlp since 2023; anything unexplained is `extractor_failed`.
 */
export function causeOfFailure(stderr: string, refusals: ReadonlySet<ErrorCode>): ErrorCode {
  if (refusals.has('source_too_large')) return 'source_too_large';
  if (refusals.has('blocked_address')) return 'blocked_address';
  const lines = stderr.split('\n').filter((line) => !line.startsWith('WARNING:'));
  const errors = lines.filter((line) => line.includes('ERROR:'));
  // Titles and addresses appear in some messages but never state the cause.
  const said = (errors.length > 0 ? errors.join('\n') : lines.join('\n')).replace(
    /https?:\/\/\S+/g,
    '',
  );
  const found = CAUSES.find(([, words]) => words.test(said))?.[0];
  if (refusals.has('source_unreachable') && (found === undefined || found === 'source_failed')) {
    return 'source_unreachable';
  }
  const cause = found ?? 'extractor_failed';
  return NO_RUNTIME.test(stderr) && FOR_WANT_OF_RUNTIME.has(cause) ? 'js_runtime_missing' : cause;
}
