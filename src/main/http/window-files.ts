import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { Config } from '../core/config.ts';
import type { HttpEnv } from './http-env.ts';

/** No external resources, no inline scripts, no framing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Of what a page may ask of the computer, the recorder needs two things; an embedded page gets nothing. */
const PERMISSIONS_POLICY = [
  'microphone=(self)',
  'display-capture=(self)',
  ...['camera', 'geolocation', 'usb', 'serial', 'hid', 'midi', 'payment'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

/**
 * Serves the built window and the sample recording. A browser gets the window for any other path, since the window
 * knows its pages; a program gets 404, as for a misspelled endpoint.
 */
export function serveWindow(
  app: Hono<HttpEnv>,
  { windowDir, resourcesDir }: Pick<Config, 'windowDir' | 'resourcesDir'>,
): void {
  app.get('/sample.mp3', async (c) => {
    const sample = await readFile(join(resourcesDir, 'samples', 'sample.mp3'));
    return c.body(new Uint8Array(sample), 200, { 'Content-Type': 'audio/mpeg' });
  });
  // Browsers request it for pages that name no icon, such as the sign-in page.
  app.get('/favicon.ico', (c) => c.body(null, 204));
  // Not built when only the service is needed, such as in the demo.
  if (!existsSync(join(windowDir, 'index.html'))) return;
  app.get('/assets/*', serveStatic({ root: windowDir, onFound: cacheForEver }));
  app.get('/favicon.svg', serveStatic({ root: windowDir }));
  app.get('*', async (c, next) => {
    const { path } = c.req;
    if (path !== '/' && (isApiPath(path) || !/\btext\/html\b/i.test(c.req.header('accept') ?? '')))
      return next();
    c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    c.header('Permissions-Policy', PERMISSIONS_POLICY);
    c.header('Cache-Control', 'no-cache');
    return c.html(await readFile(join(windowDir, 'index.html'), 'utf8'));
  });
}

/** Names of built assets contain a hash of their content. */
function cacheForEver(_path: string, c: { header(name: string, value: string): void }): void {
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
}

function isApiPath(path: string): boolean {
  return /^\/(?:v1|mcp|health|assets|openapi\.json)(?:\/|$)/.test(path);
}
