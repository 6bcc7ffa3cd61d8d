/** The checks that run before any test: types, lint, and what nothing uses, and how the API is described. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = (path: string) => join(root, 'node_modules', path);

const CHECKS = [
  { name: 'types', args: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'types of the window', args: [bin('typescript/bin/tsc'), '-p', 'src/renderer'] },
  { name: 'lint and format', args: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'no slow regular expressions', args: [join(root, 'scripts/slow-expressions.ts')] },
  {
    name: 'unused files, exports and packages',
    args: [bin('knip/bin/knip.js'), '--cache', '--cache-location=node_modules/.cache/steno/knip'],
  },
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

/** Runs every check, two at a time, prints what each said once it is through, and returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  const waiting = CHECKS.values();
  const runWaiting = async () => {
    for (const { name, args } of waiting) {
      const { code, said } = await runAside(args);
      process.stdout.write(`${said}${code === 0 ? '✓' : '✗'} ${name}\n`);
      if (code !== 0) failed++;
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  return { passed: CHECKS.length - failed, failed };
}

/** Runs a program with this same Node and returns its exit code. */
export async function runNode(args: readonly string[]): Promise<number> {
  return codeOf(start(args, 'inherit'));
}

/** The same, with what it said: another one runs beside it. */
async function runAside(args: readonly string[]): Promise<{ code: number; said: string }> {
  const child = start(args, 'pipe');
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return { code: await codeOf(child), said };
}

function start(args: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...WITHOUT_CALLS },
  });
}

function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
