import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildPlace } from './build-place.mjs';

export const PROGRAM_SUFFIX = process.platform === 'win32' ? '.exe' : '';
/** How CMake says whether it can build ggml's backend for graphics cards (native/vulkan/detect.cmake). */
const CARDS_LINE = /^-- (Graphics cards: .*)$/m;
/** What the engine loads from beside it. */
const LIBRARY =
  /^(lib)?(whisper|parakeet|ggml|steno-vulkan|steno-products)[\w.-]*\.(so|dll|dylib)[\d.]*$/;
const KEPT_LOG_LINES = 100;

/**
 * What CMake has made ready to be built.
 * @typedef {{ build: string, config: string[], cards: string }} Configured `cards`: what becomes of graphics cards
 */

/** @param {string} root */
export function whisperPackage(root) {
  return join(root, 'node_modules', 'nodejs-whisper');
}

/**
 * The full path of a program on PATH.
 * @param {string} name
 */
export function which(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, `${name}${PROGRAM_SUFFIX}`);
    if (folder && existsSync(file)) return realpathSync(file);
  }
  return null;
}

export function compilerPath() {
  const named = process.env['CXX'];
  const candidates = named ? [named] : ['c++', 'g++', 'clang++'];
  return candidates.map(which).find((path) => path !== null) ?? null;
}

/** @throws when CMake or a compiler is missing */
export function requireTools() {
  if (!which('cmake')) {
    throw new Error('CMake was not found. Install CMake 3.18 or newer and try again.');
  }
  // On Windows CMake finds Visual Studio by itself; it is not on PATH.
  if (process.platform !== 'win32' && !compilerPath()) {
    throw new Error('No C++ compiler was found. Install g++ or clang (with C++17) and try again.');
  }
}

/**
 * Configures a build; a build folder from another location or version of CMake is deleted once.
 * @param {string} root
 * @param {'native' | 'portable' | 'vulkan' | 'fuzz'} kind
 * @param {readonly string[]} flags
 * @param {{ project?: string, logFile?: string }} [options] the project's folder in `native`, else the engine's; for
 *   `run`
 * @returns {Promise<Configured>}
 */
export async function configure(root, kind, flags, { project = '', logFile } = {}) {
  const place = buildPlace(root);
  const generator = which('ninja') ? 'ninja' : 'default';
  const build = join(place.builds, `${kind}-${generator}`);
  const args = [
    ...['-S', join(place.root, 'native', project), '-B', build, ...flags],
    `-DWHISPER_SOURCE=${join(whisperPackage(place.root), 'cpp', 'whisper.cpp')}`,
    ...(generator === 'ninja' ? ['-G', 'Ninja'] : []),
  ];
  const output = await run('cmake', args, logFile).catch(() => {
    rmSync(build, { recursive: true, force: true });
    return run('cmake', args, logFile);
  });
  const cards = CARDS_LINE.exec(output)?.[1] ?? '';
  const config = ['--config', 'Release', '--parallel', String(availableParallelism())];
  return { build, config, cards };
}

/**
 * Whether this is a library that the engine loads from beside it.
 * @param {string} name
 */
export const isLibrary = (name) => LIBRARY.test(name);

/** @param {string} build */
export function librariesIn(build) {
  return readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && LIBRARY.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Runs a program to its end. With a file for its output, an error names that file; else it has the end of the output.
 * @param {string} command
 * @param {string[]} args
 * @param {string} [logFile]
 * @returns {Promise<string>} the end of its output
 */
export function run(command, args, logFile) {
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    const lines = [];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const log = logFile === undefined ? null : createWriteStream(logFile);
    log?.on('error', reject);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        log?.write(text);
        lines.push(...text.split('\n').filter((/** @type {string} */ line) => line.trim() !== ''));
        lines.splice(0, Math.max(0, lines.length - KEPT_LOG_LINES));
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      log?.end();
      if (code === 0) return resolve(lines.join('\n'));
      const end =
        logFile === undefined ? `:\n${lines.join('\n')}` : `; what it said is in ${logFile}`;
      reject(new Error(`"${command} ${args[0]}" failed (${code})${end}`));
    });
  });
}
