import type { Readable } from 'node:stream';
import { type Agent, request } from 'undici';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { createWatchdog } from '../../processes/watchdog.ts';
import { type CheckedUrl, createPinnedAgent, type UrlGuard } from '../guard/url-guard.ts';

/** Per server, from the DNS lookup to the last header. */
const HEADERS_MS = 30_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Must be disposed of, even after the body has ended: that releases the connection. */
export type Source = AsyncDisposable & {
  status: number;
  /** The first value of a response header, by its lower-case name. */
  header(name: string): string | null;
  body: Readable;
  finalUrl: URL;
};

type SourceRequest = {
  url: string;
  guard: UrlGuard;
  clock: Clock;
  signal: AbortSignal;
  headers?: Readonly<Record<string, string>>;
};

/**
 * GETs a URL and follows at most five redirects, each checked like the first. Credentials go only to the origin they
 * were given for; cookies are never sent.
 *
 * @throws AppError of the guard, `too_many_redirects`, `source_timeout`, `source_unreachable`
 */
export async function openSource(options: SourceRequest): Promise<Source> {
  let target = await options.guard.check(options.url);
  let authorization = target.authorization;
  for (let hops = 0; ; hops += 1) {
    const source = await requestOnce(target, authorization, options);
    const location = REDIRECTS.has(source.status) ? source.header('location') : null;
    if (location === null) return source;
    await source[Symbol.asyncDispose]();
    if (hops === MAX_REDIRECTS) throw new AppError('too_many_redirects');
    const next = await followTo(location, target, options.guard);
    const sameOrigin = next.url.origin === target.url.origin;
    authorization = next.authorization ?? (sameOrigin ? authorization : null);
    target = next;
  }
}

/** The user never saw this URL, so any problem with it is reported as the redirect's. */
async function followTo(location: string, from: CheckedUrl, guard: UrlGuard): Promise<CheckedUrl> {
  const next = URL.parse(location, from.url.href);
  if (next === null) throw new AppError('blocked_address');
  return guard.check(next.href, from).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_url') {
      throw new AppError('blocked_address', { cause: error });
    }
    throw error;
  });
}

async function requestOnce(
  target: CheckedUrl,
  authorization: string | null,
  options: SourceRequest,
): Promise<Source> {
  using deadline = createWatchdog({
    clock: options.clock,
    idleMs: HEADERS_MS,
    reason: () => new AppError('source_timeout'),
  });
  const agent = createPinnedAgent(target);
  try {
    const response = await request(target.url.href, {
      dispatcher: agent,
      signal: AbortSignal.any([options.signal, deadline.signal]),
      headers: {
        'user-agent': 'Steno',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...options.headers,
        ...(authorization === null ? {} : { authorization }),
      },
    });
    return {
      status: response.statusCode,
      header: (name) => [response.headers[name]].flat()[0] ?? null,
      body: response.body,
      finalUrl: target.url,
      [Symbol.asyncDispose]: () => giveUp(response.body, agent),
    };
  } catch (cause) {
    await agent.destroy();
    options.signal.throwIfAborted();
    deadline.signal.throwIfAborted();
    throw new AppError('source_unreachable', { cause });
  }
}

async function giveUp(body: Readable, agent: Agent): Promise<void> {
  body.on('error', () => undefined); // undici emits an error when an unread body is destroyed; ignore it
  body.destroy();
  await agent.destroy();
}
