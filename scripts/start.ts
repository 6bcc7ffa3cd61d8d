/**
 * `npm start`: opens the desktop window if Electron and a display are available, else the same window in a browser.
 * What a graphics card needs is built meanwhile.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, OPTION_VARIABLES } from '../src/main/core/config.ts';
import { freePort } from '../src/main/http/free-port.ts';
import { serviceProgram } from './bootstrap/service.mjs';
import { findElectron } from './electron.ts';
import { endOfChild } from './end-of-child.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const electron = hasDisplay() ? await findElectron() : null;
if (hasDisplay() && !electron)
  console.error('  Electron could not be downloaded; a browser will do.');
process.exitCode = electron ? await openWindow(electron) : await serve();

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

async function openWindow(program: string): Promise<number> {
  console.error('• Building the app …');
  const vite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const built = await run(process.execPath, [vite, 'build', '--logLevel', 'warn']);
  // Stopped with Ctrl-C.
  if (built > 128) return built;
  if (built !== 0) return serve();
  const builder = buildForCards();
  const code = await run(program, [root]);
  stop(builder);
  return code;
}

/** Serves the window and prints the link; stops with Ctrl-C. */
async function serve(): Promise<number> {
  const args = [...(await portToTake()), ...process.argv.slice(2)];
  const child = spawn(process.execPath, [serviceProgram(root), 'serve', ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { STENO_LOG: 'warn', ...process.env },
  });
  let output = '';
  let builder: ChildProcess | null = null;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const end = output.indexOf('\n');
    if (end < 0) return;
    const { url, sign_in } = JSON.parse(output.slice(0, end)) as { url: string; sign_in: string };
    output = output.slice(end + 1);
    console.log(
      `\nSteno is running at ${url}\n\nOpen this link to sign in (it works once):\n\n  ${sign_in}\n`,
    );
    console.log('Stop with Ctrl-C. A new link: npm run steno sign-in');
    builder = buildForCards();
  });
  const code = await endOfChild(child);
  stop(builder);
  return code;
}

/** The next free one where another person at this computer has the usual; one that was asked for is taken or refused. */
async function portToTake(): Promise<string[]> {
  const { host, port } = loadConfig();
  return process.env[OPTION_VARIABLES.port] ? [] : ['--port', String(await freePort(host, port))];
}

/** In a group of its own, so that it can be ended with the compilers it starts. */
function buildForCards(): ChildProcess {
  const program = join(root, 'scripts', 'engine', 'vulkan-in-background.mjs');
  return spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** The next start goes on where it was. */
function stop(builder: ChildProcess | null): void {
  if (builder?.pid === undefined || builder.exitCode !== null || builder.signalCode !== null)
    return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(builder.pid), '/t', '/f'], { stdio: 'ignore' });
  } else {
    process.kill(-builder.pid);
  }
}

function run(file: string, args: readonly string[]): Promise<number> {
  return endOfChild(spawn(file, args, { stdio: 'inherit', cwd: root }));
}
