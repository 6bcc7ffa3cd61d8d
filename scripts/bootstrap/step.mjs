import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Tells the user the current step. On stderr, because stdout belongs to the task.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * The path of the first of these programs found on the PATH, or null.
 * @param {...string} names
 */
export function findProgram(...names) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      for (const ending of endings) {
        const path = join(folder, name + ending);
        if (folder !== '' && existsSync(path)) return path;
      }
    }
  }
  return null;
}

/**
 * Runs a program to its end, with its output on our stderr; that of a quiet one only when it fails. Throws an error
 * message then.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, what: string, quiet?: boolean }} options
 */
export async function runProgram(file, args, { cwd, env, what, quiet = false }) {
  // npm is a script on Windows, and scripts need a shell there; the arguments are our own.
  const isScript = process.platform === 'win32' && file.endsWith('.cmd');
  const child = spawn(isScript ? `"${file}"` : file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    shell: isScript,
  });
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  process.stderr.write(Buffer.concat(said));
  throw new Error(`${what} failed (exit code ${code}). What it said is above.`);
}

/** Whether apt can be used without a prompt: Debian or Ubuntu, as root. */
export function canUseApt() {
  return (
    process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== null
  );
}
