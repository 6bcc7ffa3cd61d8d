#!/usr/bin/env node
// The command `steno`. Runs under the project's own Node, because the system's may be too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from '../scripts/bootstrap/packages.mjs';
import { serviceProgram } from '../scripts/bootstrap/service.mjs';
import { endOfChild } from '../scripts/end-of-child.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = pinnedNode(root);
if (!existsSync(node)) {
  process.stderr.write('steno: not set up yet. Run "npm start" or "npm run setup" once.\n');
  process.exit(1);
}

const child = spawn(node, [serviceProgram(root), ...process.argv.slice(2)], {
  stdio: 'inherit',
  // With the entry file compiled as well, the TypeScript compiler is not loaded for the sources.
  env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/steno`, ...process.env },
});
// Arguments may hold a secret, which `ps` shows no longer.
process.title = 'steno';
process.exit(await endOfChild(child));
