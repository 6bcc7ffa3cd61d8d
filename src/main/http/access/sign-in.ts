import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { SESSION_MS, type SessionService } from '../../services/accounts/session.service.ts';
import type { HttpEnv } from '../http-env.ts';
import { sessionCookie } from './auth.ts';

/**
 * Exchanges the link's code for a cookie. The page then navigates by script: a redirect right after another program's
 * page would not send a SameSite=Strict cookie.
 */
export async function signIn(
  c: Context<HttpEnv>,
  { sessions, baseUrl }: { sessions: SessionService; baseUrl: () => string },
): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  if (onlyLooks(c)) return c.html(page('Open this link to sign in', ''));
  const token = await sessions.redeem(c.req.query('code') ?? '', c.req.header('user-agent') ?? '');
  if (token === null) return c.html(page('This sign-in link was used or is too old', HELP), 401);
  setCookie(c, sessionCookie(baseUrl()), token, {
    httpOnly: true,
    secure: isOverTls(c.req.url, new URL(baseUrl())),
    sameSite: 'Strict',
    path: '/',
    maxAge: SESSION_MS / 1000,
  });
  return c.html(page('Signing in…', '', '<meta http-equiv="refresh" content="0;url=/">'));
}

/** A program that checks the link, or a browser that loads it in advance: it can be opened once, by a person. */
function onlyLooks({ req }: Context<HttpEnv>): boolean {
  const purpose = req.header('sec-purpose') ?? req.header('purpose') ?? '';
  return req.method === 'HEAD' || /\b(?:prefetch|preview)\b/i.test(purpose);
}

/** Whether a proxy speaks TLS with the browser. This machine itself is reached without. */
function isOverTls(asked: string, base: URL): boolean {
  return base.protocol === 'https:' && new URL(asked).hostname === base.hostname;
}

/** The browser is signed out. */
export function forgetCookie(c: Context<HttpEnv>, baseUrl: string): void {
  deleteCookie(c, sessionCookie(baseUrl), { path: '/' });
}

const HELP = '<p>Get a new one: run <code>steno sign-in</code> in a terminal.</p>';

function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Steno</title>${head}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style>
</head><body><h1 style="font-size:1.25rem">${title}</h1>${body}</body></html>`;
}
