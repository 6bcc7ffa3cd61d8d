/**
 * `npm run package`: builds installers of the desktop app for this system into dist/. If a download fails, prints what
 * is missing and builds nothing.
 */
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, type Configuration } from 'electron-builder';
import { buildPortableEngine } from '../build-engine.mjs';
import { electronDir, findElectron } from '../electron.ts';
import { bringDeno } from './deno.ts';
import { gatherLicences } from './licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const target = `${process.platform}-${process.arch}`;
const binFolder = join(dist, 'bin', target);

/** The fuses that electron-builder.yml sets, verified in the built program. */
const FUSES = [
  [FuseV1Options.RunAsNode, FuseState.DISABLE],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, FuseState.DISABLE],
  [FuseV1Options.EnableNodeCliInspectArguments, FuseState.DISABLE],
  [FuseV1Options.EnableCookieEncryption, FuseState.ENABLE],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseState.ENABLE],
  [FuseV1Options.OnlyLoadAppFromAsar, FuseState.ENABLE],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, FuseState.DISABLE],
] as const;

try {
  await makePackage();
} catch (error) {
  console.error(`\n${explain(error)}`);
  process.exitCode = 1;
}

async function makePackage(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const electronDist = process.env['STENO_ELECTRON_DIST'] ?? (await fetchElectron());
  console.log('• Building the app …');
  const vite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn']);
  await buildPortableEngine({ root, folder: binFolder, log: (line) => console.log(`• ${line}`) });
  bringFfmpeg();
  if (!bringDeno(binFolder)) {
    console.log('• Deno could not be fetched: YouTube will need a Node or Deno on the PATH.');
  }
  gatherLicences(root, join(dist, 'licences'));
  console.log('• Packing …');
  const made = await build({ config: configuration(electronDist), projectDir: root });
  await checkFuses();
  console.log(`\nPacked in dist/:\n${made.map((file) => `  ${basename(file)}`).join('\n')}`);
}

/** ffmpeg-static's program, if its download worked; otherwise the app uses the system's ffmpeg. */
function bringFfmpeg(): void {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const file = join(root, 'node_modules', 'ffmpeg-static', name);
  if (!existsSync(file)) {
    console.log('• ffmpeg-static could not be fetched: the app will need an ffmpeg on its PATH.');
    return;
  }
  mkdirSync(binFolder, { recursive: true });
  copyFileSync(file, join(binFolder, name));
  chmodSync(join(binFolder, name), 0o755);
}

/** The folder of the unpacked Electron to package. @throws when it is missing and cannot be downloaded */
async function fetchElectron(): Promise<string> {
  if (await findElectron()) return join(electronDir, 'dist');
  throw new Error(
    'Nothing was packed: Electron could not be fetched. It comes from GitHub on the first run and is kept.\n' +
      'Try again with a connection; ELECTRON_MIRROR names another place, STENO_ELECTRON_DIST a folder with an unpacked one.',
  );
}

function configuration(electronDist: string): Configuration {
  const updates = process.env['STENO_UPDATE_URL'];
  return {
    extends: join(root, 'electron-builder.yml'),
    electronDist,
    ...(updates && { publish: { provider: 'generic', url: updates, ...channel() } }),
  };
}

/** Macs of both architectures are packaged separately and need distinct files that name the newest version. */
function channel(): { channel?: string } {
  return process.platform === 'darwin' ? { channel: `latest-${process.arch}` } : {};
}

/**
 * Reads the fuses back from the built program, because a wrong one would go unnoticed. @throws when a fuse is not set
 * as required
 */
async function checkFuses(): Promise<void> {
  const program = builtProgram();
  const wire = await getCurrentFuseWire(program);
  const wrong = FUSES.filter(([fuse, state]) => wire[fuse] !== state);
  if (wrong.length > 0) {
    const names = wrong.map(([fuse]) => FuseV1Options[fuse]).join(', ');
    throw new Error(`These fuses of the built program are not as they should be: ${names}.`);
  }
  console.log(`• ${FUSES.length} fuses read back from ${basename(program)}: all as they should be`);
}

function builtProgram(): string {
  const { productName, name } = { productName: 'Steno', ...manifest() };
  if (process.platform === 'darwin') {
    const folder = process.arch === 'arm64' ? 'mac-arm64' : 'mac';
    return join(dist, folder, `${productName}.app`);
  }
  if (process.platform === 'win32') return join(dist, 'win-unpacked', `${productName}.exe`);
  return join(dist, process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked', name);
}

function manifest(): { name: string } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const offline = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(message);
  if (!offline) return message;
  return `A tool that makes the installers could not be fetched: ${message.split('\n')[0]}\nThe app itself lies unpacked in dist/.`;
}

function run(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, { stdio: 'inherit', cwd: root });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${basename(args[0] ?? file)} failed.`)),
    );
  });
}
