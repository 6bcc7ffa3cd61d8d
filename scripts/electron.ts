import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const electronDir = fileURLToPath(new URL('../node_modules/electron', import.meta.url));
/** Long enough for a slow connection, short enough not to look like a hang. */
const DOWNLOAD_LIMIT_MS = 5 * 60_000;

/** Electron's program, downloaded if necessary; null if the download fails. */
export async function findElectron(): Promise<string | null> {
  const known = electronProgram();
  if (known) return known;
  console.error('• Downloading Electron (once) …');
  const child = spawn(process.execPath, [join(electronDir, 'install.js')], {
    stdio: 'inherit',
    timeout: DOWNLOAD_LIMIT_MS,
  });
  await new Promise<void>((resolve) =>
    child.on('error', () => resolve()).on('exit', () => resolve()),
  );
  return electronProgram();
}

function electronProgram(): string | null {
  const name = join(electronDir, 'path.txt');
  if (!existsSync(name)) return null;
  const program = join(electronDir, 'dist', readFileSync(name, 'utf8'));
  return existsSync(program) ? program : null;
}
