/** The checks that run before any test: types, lint, and what nothing uses, and how the API is described. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = (path: string) => join(root, 'node_modules', path);

const CHECKS = [
  { name: 'types', args: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'types of the window', args: [bin('typescript/bin/tsc'), '-p', 'src/renderer'] },
  { name: 'lint and format', args: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'no slow regular expressions', args: [join(root, 'scripts/slow-expressions.ts')] },
  { name: 'unused files, exports and packages', args: [bin('knip/bin/knip.js')] },
  {
    name: 'description of the API',
    args: [
      bin('@redocly/cli/bin/cli.js'),
      ...['lint', 'docs/openapi.json', '--extends=recommended-strict', '--format=summary'],
    ],
  },
];
/** What a checker would tell its makers, or ask them, while it checks. */
const WITHOUT_CALLS = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs every check, prints its output, and returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { name, args } of CHECKS) {
    const code = await runNode(args);
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code !== 0) failed++;
  }
  return { passed: CHECKS.length - failed, failed };
}

/** Runs a program with this same Node and returns its exit code. */
export function runNode(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...WITHOUT_CALLS },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
