import { describe, expect, it } from 'vitest';
import {
  commonArguments,
  downloadArguments,
  listArguments,
  solvesRiddles,
} from '../../../src/main/media/yt-dlp/arguments.ts';
import { causeOfFailure } from '../../../src/main/media/yt-dlp/failure-causes.ts';
import { readVideo } from '../../../src/main/media/yt-dlp/video-report.ts';
import type { ErrorCode } from '../../../src/shared/error-catalogue.ts';

/** What yt-dlp writes, as its versions from 2023 on do. */
const SAID: [string, ErrorCode][] = [
  [
    '[youtube] a: Sign in to confirm you’re not a bot. Use --cookies-from-browser',
    'source_rate_limited',
  ],
  ['[youtube] a: Private video. Sign in if you have been granted access', 'source_requires_login'],
  ['[youtube] a: Sign in to confirm your age', 'source_requires_login'],
  ['[youtube] a: Join this channel to get access to members-only content', 'source_requires_login'],
  [
    '[youtube] a: The uploader has not made this video available in your country',
    'source_geo_blocked',
  ],
  [
    '[x] a: This video is not available from your location due to geo restriction',
    'source_geo_blocked',
  ],
  ['[youtube] a: Video unavailable. This video has been removed by the uploader', 'source_removed'],
  ['[youtube] a: This live event will begin in 3 hours.', 'source_is_live'],
  ['[twitch:stream] a: The channel is not currently live', 'source_is_live'],
  ['[x] This video is DRM protected', 'source_is_protected'],
  ['[generic] Unable to download webpage: HTTP Error 404: Not Found', 'source_not_found'],
  ['[generic] Unable to download webpage: HTTP Error 403: Forbidden', 'source_refused'],
  ['[generic] Unable to download webpage: HTTP Error 503: Service Unavailable', 'source_failed'],
  ['[youtube] a: HTTP Error 429: Too Many Requests', 'source_rate_limited'],
  ['Unsupported URL: http://a/', 'source_is_web_page'],
  [
    '[youtube] a: Unable to extract uploader id; please report this issue on https://github.com/yt-dlp/yt-dlp/issues',
    'extractor_outdated',
  ],
  ['could not find firefox cookies database in "/home/a"', 'cookies_unavailable'],
  ['[x] Unable to download: <urlopen error [Errno 111] Connection refused>', 'source_unreachable'],
  ['file:// URLs are explicitly disabled in yt-dlp for security reasons', 'blocked_address'],
  ['something that nobody has seen before', 'extractor_failed'],
];

describe('why yt-dlp failed', () => {
  it.each(SAID)('%s: %s', (said, code) => {
    expect(causeOfFailure(`WARNING: sign in\nERROR: ${said}\n`, new Set())).toBe(code);
  });

  it('what the proxy refused says more than what yt-dlp made of it', () => {
    const said = 'ERROR: HTTP Error 403: Forbidden';
    expect(causeOfFailure(said, new Set<ErrorCode>(['blocked_address']))).toBe('blocked_address');
    expect(causeOfFailure(said, new Set<ErrorCode>(['source_too_large']))).toBe('source_too_large');
  });

  it.each([
    ['[youtube] a: Requested format is not available', 'js_runtime_missing'],
    ['[youtube] a: HTTP Error 403: Forbidden', 'js_runtime_missing'],
    ['[youtube] a: Private video', 'source_requires_login'],
  ])('without a program for JavaScript, %s: %s', (said, code) => {
    const warned = 'WARNING: [youtube] No supported JavaScript runtime could be found.';
    expect(causeOfFailure(`${warned}\nERROR: ${said}\n`, new Set())).toBe(code);
    expect(causeOfFailure(`ERROR: ${said}\n`, new Set())).not.toBe('js_runtime_missing');
  });

  it('words in an address say nothing', () => {
    const said = 'ERROR: [x] http://a/private-video/sign-in: HTTP Error 404: Not Found';
    expect(causeOfFailure(said, new Set())).toBe('source_not_found');
  });
});

describe('what yt-dlp reports', () => {
  it.each([
    [{ is_live: true }, { isLive: true }],
    [{ live_status: 'is_live' }, { isLive: true }],
    [{ live_status: 'was_live', is_live: false }, { isLive: false }],
    [{ n_entries: 500 }, { isPlaylist: true }],
    [{ n_entries: 1 }, { isPlaylist: false }],
    [
      { extractor_key: 'Youtube', channel: 'A\u202Eb\u0000' },
      { platform: 'youtube', uploader: 'Ab' },
    ],
    [
      { extractor_key: 'Generic', title: 12, chapters: 'none' },
      { platform: null, title: null },
    ],
    [{ thumbnail: 'file:///etc/passwd' }, { thumbnailUrl: null }],
  ])('%j means %j', (said, facts) => {
    expect(readVideo(JSON.stringify(said))).toMatchObject(facts);
  });

  it('what is no JSON says nothing', () => {
    expect(readVideo('{"title":')).toMatchObject({ title: null, platform: null, chapters: [] });
  });
});

describe('how yt-dlp is told', () => {
  const options = { emptyFolder: '/nothing', cookiesFrom: null, runtime: null };

  it('older versions are not given options that they lack', () => {
    const old = commonArguments('2023.03.04', options);
    const recent = commonArguments('2026.08.19', options);
    expect(old).not.toContain('--no-plugin-dirs');
    expect(recent).toEqual(expect.arrayContaining(['--no-plugin-dirs', '--no-remote-components']));
    for (const always of ['--ignore-config', '--no-exec', '--no-cookies', '--no-cache-dir']) {
      expect(old).toContain(always);
    }
  });

  it('a runtime is named to versions that need one for JavaScript, and interprets it only', () => {
    const runtime = 'node:/usr/bin/node';
    const recent = commonArguments('2025.11.12', { ...options, runtime });
    expect(recent).toEqual(expect.arrayContaining([runtime, 'youtube-ejs:jitless=true']));
    const old = commonArguments('2025.10.22', { ...options, runtime });
    expect(old).not.toContain('--js-runtimes');
    expect(old).not.toContain('--extractor-args');
    expect(commonArguments('2026.08.19', options)).not.toContain('--js-runtimes');
  });

  it('a Node that is too old is not named', () => {
    expect(['20.20.2', '22.0.0', '24.21.0', '0'].map(solvesRiddles)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('cookies are read only from the browser that was chosen', () => {
    expect(commonArguments('2026.08.19', options)).toContain('--no-cookies-from-browser');
    const chosen = commonArguments('2026.08.19', { ...options, cookiesFrom: 'firefox' });
    expect(chosen.join(' ')).toContain('--cookies-from-browser firefox');
    expect(chosen).not.toContain('--no-cookies-from-browser');
  });

  it('no address is among the arguments, and nothing that starts a program', () => {
    const all = [
      ...commonArguments('2026.08.19', options),
      ...downloadArguments(1000),
      ...listArguments(5),
    ];
    expect(
      all.filter((word) => /^--(exec|netrc-cmd|config-location|load-info)/.test(word)),
    ).toEqual([]);
    expect(all.join(' ')).toContain('--batch-file -');
  });
});
