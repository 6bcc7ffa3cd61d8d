/** Which URLs may be requested at all, before any name is resolved. */
import { isIP } from 'node:net';
import { AppError } from '../../errors.ts';

const MAX_URL_LENGTH = 2048;
/** Control characters, space and backslash: parsers disagree about them, so nobody gets to send them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/;
const LOCAL_SUFFIXES = ['.localhost', '.local', '.lan', '.home.arpa', '.internal'];

export type EgressPolicy = {
  /** Where unencrypted http is allowed. */
  http: 'anywhere' | 'loopback' | 'never';
  /** Whether `user:password@` may stand in the URL. */
  credentials: boolean;
  /** Loopback and LAN only when the URL itself says so, not when a public name turns out to lead there. */
  privateOnlyIfNamed: boolean;
};

/** Recordings: a GET whose body becomes nothing but text, so a NAS or a local server is a normal wish. */
export const MEDIA_POLICY: EgressPolicy = {
  http: 'anywhere',
  credentials: true,
  privateOnlyIfNamed: true,
};

/** Webhooks carry private text, so always over verified TLS; a test key may also use http on loopback. */
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
 * Parses a URL from outside, strictly.
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

/** Names that can only mean this machine or this network: `localhost`, `nas`, `nas.local`. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase();
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

/** Whether a loopback policy is really met is decided after resolving; a public name cannot meet it. */
function schemeAllowed(url: URL, host: string, policy: EgressPolicy): boolean {
  if (url.protocol === 'https:' || policy.http === 'anywhere') return true;
  return policy.http === 'loopback' && (isIP(host) !== 0 || isLocalName(host));
}

function takeCredentials(url: URL): string | null {
  const { username, password } = url;
  if (username === '' && password === '') return null;
  url.username = '';
  url.password = '';
  const pair = `${safeDecode(username)}:${safeDecode(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
