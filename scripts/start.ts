/** `npm start`: opens the desktop window if Electron and a display are available, else the same window in a browser. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  return built === 0 ? run(program, [root]) : serve();
}

/** Serves the window and prints the link; stops with Ctrl-C. */
async function serve(): Promise<number> {
  const child = spawn(process.execPath, [serviceProgram(root), 'serve', ...process.argv.slice(2)], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { STENO_LOG: 'warn', ...process.env },
  });
  let output = '';
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
  });
  return endOfChild(child);
}

function run(file: string, args: readonly string[]): Promise<number> {
  return endOfChild(spawn(file, args, { stdio: 'inherit', cwd: root }));
}
