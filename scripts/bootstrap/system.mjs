import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { canUseApt, findProgram, runProgram, say } from './step.mjs';

/** Programs that no npm package contains: how to detect each one, and how to install it. */
/** @type {Record<string, { found: (root: string) => boolean, apt: string, others: Record<string, string>, optional?: true }>} */
const PROGRAMS = {
  cmake: {
    found: () => findProgram('cmake') !== null,
    apt: 'cmake',
    others: { darwin: 'brew install cmake', win32: 'winget install Kitware.CMake' },
  },
  compiler: {
    found: hasCompiler,
    apt: 'g++',
    others: {
      darwin: 'xcode-select --install',
      win32:
        'winget install Microsoft.VisualStudio.2022.BuildTools --override "--wait --passive --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"',
    },
  },
  make: {
    found: () => process.platform === 'win32' || findProgram('ninja', 'make') !== null,
    apt: 'make',
    others: { darwin: 'xcode-select --install', win32: '' },
  },
  ffmpeg: {
    found: (root) => hasPackagedFfmpeg(root) || findProgram('ffmpeg') !== null,
    apt: 'ffmpeg',
    others: { darwin: 'brew install ffmpeg', win32: 'winget install Gyan.FFmpeg' },
  },
  'yt-dlp': {
    found: () => findProgram('yt-dlp') !== null,
    apt: 'yt-dlp',
    others: { darwin: 'brew install yt-dlp', win32: 'winget install yt-dlp.yt-dlp' },
  },
  onednn: {
    // Only where apt can install it without asking: the engine works without it, more slowly.
    found: () => hasOneDnn() || !canUseApt() || process.arch !== 'x64',
    apt: 'libdnnl-dev',
    others: {},
    optional: true,
  },
  chromium: {
    found: () =>
      findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome') !==
      null,
    // Debian has one without a window, which is all that tests need.
    apt: isDebian() ? 'chromium-headless-shell' : 'chromium',
    others: { darwin: 'brew install --cask chromium', win32: 'winget install Google.Chrome' },
    // Tests in a browser are skipped without one.
    optional: true,
  },
};

/**
 * Makes sure that the named programs are installed. Installs them with apt where possible; elsewhere throws an error
 * with the command to type, which is only said where what is missing can be done without.
 * @param {string} root
 * @param {readonly string[]} names
 */
export async function ensurePrograms(root, names) {
  const missing = names.filter((name) => !PROGRAMS[name]?.found(root));
  if (missing.length === 0) return;
  const packages = missing.map((name) => PROGRAMS[name]?.apt ?? name);
  try {
    if (canUseApt()) return await install(root, packages);
    throw new Error(`Missing: ${missing.join(', ')}.\n${howTo(missing, packages)}`);
  } catch (error) {
    if (missing.some((name) => !PROGRAMS[name]?.optional)) throw error;
    say(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} packages
 */
async function install(root, packages) {
  say(`• Installing ${packages.join(', ')} (apt-get install) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const run = (args) =>
    // It says a line and more for each of a hundred packages.
    runProgram('apt-get', args, { cwd: root, env, what: `apt-get ${args.join(' ')}`, quiet: true });
  await run(['update', '-qq']);
  await run(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/**
 * @param {readonly string[]} missing
 * @param {readonly string[]} packages
 */
function howTo(missing, packages) {
  if (process.platform === 'linux' && findProgram('apt-get') !== null) {
    return `Type this, or ask whoever administers this computer to, then try again:\n\n  sudo apt-get install ${packages.join(' ')}\n`;
  }
  if (process.platform === 'linux') {
    return `Install them with the package manager of this system, then try again. Debian calls them ${packages.join(', ')}.\n`;
  }
  const commands = missing.map((name) => PROGRAMS[name]?.others[process.platform] ?? name);
  return `Type this, then try again:\n\n${commands.map((line) => `  ${line}`).join('\n')}\n`;
}

/**
 * ffmpeg-static contains a binary if its own download worked.
 * @param {string} root
 */
function hasPackagedFfmpeg(root) {
  try {
    const path = createRequire(join(root, 'package.json'))('ffmpeg-static');
    return typeof path === 'string' && existsSync(path);
  } catch {
    return false;
  }
}

function hasCompiler() {
  const isOnPath = findProgram('c++', 'g++', 'clang++') !== null;
  if (process.platform !== 'win32') return isOnPath;
  return (isOnPath && findProgram('ninja') !== null) || hasVisualStudio();
}

/** Whether it has C++; the program that knows lies where every Visual Studio puts it. */
function hasVisualStudio() {
  const installer = ['Microsoft Visual Studio', 'Installer', 'vswhere.exe'];
  const { status, stdout } = spawnSync(
    join(process.env['ProgramFiles(x86)'] ?? '', ...installer),
    [
      ...['-products', '*', '-requiresAny', '-property', 'installationPath', '-requires'],
      ...['Microsoft.VisualStudio.Component.VC.Tools.x86.x64'],
      ...['Microsoft.VisualStudio.Component.VC.Tools.ARM64'],
    ],
    { encoding: 'utf8' },
  );
  return status === 0 && stdout.trim() !== '';
}

/** Whether the library that the engine multiplies matrices with is here to build with. */
export function hasOneDnn() {
  const folders = ['/usr/include', '/usr/local/include'];
  return folders.some((folder) => existsSync(join(folder, 'oneapi', 'dnnl', 'dnnl.hpp')));
}

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
