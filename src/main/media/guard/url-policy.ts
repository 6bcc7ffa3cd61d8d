/** Decides which URLs may be requested at all, before any name is resolved. */
import { isIP } from 'node:net';
import { decodePercent } from '../../../shared/transcription/title.ts';
import { AppError } from '../../core/errors.ts';

const MAX_URL_LENGTH = 2048;
/** Control characters, space and backslash: URL parsers disagree about them, so they are refused. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/;
const LOCAL_SUFFIXES = ['.localhost', '.local', '.lan', '.home.arpa', '.internal'];

export type EgressPolicy = {
  /** Where unencrypted http is allowed. */
  http: 'anywhere' | 'loopback' | 'never';
  /** Whether the URL may contain `user:password@`. */
  credentials: boolean;
  /** Allows loopback and LAN only if the URL names them, not if a public name resolves to them. */
  privateOnlyIfNamed: boolean;
};

/** For recordings: a GET whose body only becomes text, so a NAS or a local server is a legitimate source. */
export const MEDIA_POLICY: EgressPolicy = {
  http: 'anywhere',
  credentials: true,
  privateOnlyIfNamed: true,
};

/** For webhooks: they carry private text, so verified TLS is required; a test key may also use http on loopback. */
export function webhookPolicy(options: { allowHttpLoopback: boolean }): EgressPolicy {
  return {
    http: options.allowHttpLoopback ? 'loopback' : 'never',
    credentials: false,
    privateOnlyIfNamed: false,
  };
}

type ParsedUrl = {
  /** Without user name and password. */
  url: URL;
  /** Without brackets and trailing dot. */
  host: string;
  authorization: string | null;
};

/**
 * Parses an untrusted URL strictly.
 *
 * @throws AppError `invalid_url`
 */
export function parseUrl(raw: string, policy: EgressPolicy): ParsedUrl {
  const acceptable =
    raw.length <= MAX_URL_LENGTH && !AMBIGUOUS.test(raw) && /^https?:\/\/[^/]/i.test(raw);
  const url = acceptable ? URL.parse(raw) : null;
  if (url === null || url.port === '0') throw new AppError('invalid_url');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '' || !schemeAllowed(url, host, policy)) throw new AppError('invalid_url');
  const authorization = takeCredentials(url);
  if (authorization !== null && !policy.credentials) throw new AppError('invalid_url');
  return { url, host, authorization };
}

/** Names that can only refer to this machine or network: `localhost`, `nas`, `nas.local`. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase();
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

/** Whether a loopback-only policy holds is decided after resolving; a public name cannot satisfy it. */
function schemeAllowed(url: URL, host: string, policy: EgressPolicy): boolean {
  if (url.protocol === 'https:' || policy.http === 'anywhere') return true;
  return policy.http === 'loopback' && (isIP(host) !== 0 || isLocalName(host));
}

function takeCredentials(url: URL): string | null {
  const { username, password } = url;
  if (username === '' && password === '') return null;
  url.username = '';
  url.password = '';
  const pair = `${decodePercent(username)}:${decodePercent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
