#!/usr/bin/env node
// The command `steno`. Runs under the project's own Node, because the system's may be too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from '../scripts/bootstrap/packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = pinnedNode(root);
if (!existsSync(node)) {
  process.stderr.write('steno: not set up yet. Run "npm start" or "npm run setup" once.\n');
  process.exit(1);
}

const cli = fileURLToPath(new URL('../src/main/cli.ts', import.meta.url));
const child = spawn(node, [cli, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // With the entry file compiled as well, the TypeScript compiler is not loaded at all.
  env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/steno`, ...process.env },
});
// The child belongs to the same terminal, so Ctrl-C reaches it by itself; SIGTERM is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
// As a shell tells it: 130 for Ctrl-C, 139 for a crash.
child.on('exit', (code, signal) =>
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)),
);
