/** Plays the server that yt-dlp's releases are downloaded from, over https. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { assetName } from '../../../src/main/media/yt-dlp/download-release.ts';
import { createAuthority } from './certificates.ts';

export type ReleaseServer = {
  url: string;
  /** PEM of who vouches for it. */
  authority: string;
  /** What is offered from now on; the sums are right unless others are given. */
  release(program: string, sums?: string): void;
  /** The files that were asked for, in order. */
  asked: string[];
  /** Answers nothing until what it returns is called. */
  hold(): () => void;
  close(): Promise<void>;
};

const ASSETS = ['x64', 'arm64'].flatMap((arch) =>
  [true, false].map((musl) => assetName({ platform: process.platform, arch, musl })),
);

/** A program that says it is this version of yt-dlp and does nothing else. */
export const programOf = (version: string): string => `#!/bin/sh\necho ${version}\n`;

export const sumsOf = (program: string): string => {
  const sum = createHash('sha256').update(program).digest('hex');
  return ['yt-dlp', ...ASSETS].map((name) => `${sum}  ${name}\n`).join('');
};

export async function startReleaseServer(): Promise<ReleaseServer> {
  const authority = createAuthority();
  let files = { program: '', sums: '' };
  const asked: string[] = [];
  let held = Promise.resolve();
  const server = createServer(authority.issue('DNS:localhost'), async (request, response) => {
    const name = request.url?.split('/').pop() ?? '';
    asked.push(name);
    await held;
    response.end(name === 'SHA2-256SUMS' ? files.sums : files.program);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/latest/download`,
    authority: authority.file,
    asked,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    release(program, sums = sumsOf(program)) {
      files = { program, sums };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      authority.remove();
    },
  };
}
