/** A server that plays the host of models, and a catalogue whose one model is the demo model under another name. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { CatalogueModel } from '../../../src/shared/models/model-catalogue.ts';
import { demoModel } from '../engines/engine.ts';
import { type Origin, serveFile, startOrigin } from './http-origin.ts';

const bytes = readFileSync(demoModel);

export const hostedModel: CatalogueModel = {
  name: 'hosted',
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: 'tiny',
  licence: 'MIT',
  multilingual: true,
  weights: 'f16',
};

/** The same model, published elsewhere than the Whisper models. */
export const modelFromOrigin = (host: Origin): CatalogueModel => ({
  ...hostedModel,
  name: 'elsewhere',
  origin: `${host.url}/origin`,
});
const ORIGIN_FILE = '/origin/ggml-elsewhere.bin';

export type HostMode =
  | 'good'
  /** Sends a third and then nothing more, until the mode changes. */
  | 'stalling'
  /** The right length, but one byte is another. */
  | 'altered'
  | 'truncated'
  | 'missing'
  | 'web page'
  /** Answers with the address of a second path, as content networks do. */
  | 'redirecting';

export type ModelHost = Origin & { mode: HostMode };

export async function startModelHost(): Promise<ModelHost> {
  const etag = '"model"';
  const altered = Buffer.from(bytes);
  altered.writeUInt8(altered.readUInt8(1_000_000) ^ 1, 1_000_000);
  const host: { mode: HostMode } = { mode: 'good' };
  const origin = await startOrigin((request, response) => {
    if (request.url === ORIGIN_FILE) return serveFile(request, response, { bytes, etag });
    const redirected = request.url === '/elsewhere';
    if (request.url !== '/mirror/ggml-hosted.bin' && !redirected) return refuse(response);
    switch (host.mode) {
      case 'good':
        return serveFile(request, response, { bytes, etag });
      case 'altered':
        return serveFile(request, response, { bytes: altered, etag });
      case 'truncated':
        return serveFile(request, response, { bytes: bytes.subarray(0, -1000), etag });
      case 'redirecting':
        if (redirected) return serveFile(request, response, { bytes, etag });
        response.writeHead(302, { location: '/elsewhere' }).end();
        return;
      case 'web page':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in');
        return;
      case 'missing':
        return refuse(response);
      case 'stalling':
        response.writeHead(200, { etag, 'content-length': bytes.length });
        response.write(bytes.subarray(0, Math.floor(bytes.length / 3)));
    }
  });
  return Object.assign(host, origin);
}

function refuse(response: ServerResponse): void {
  response.writeHead(404).end();
}
