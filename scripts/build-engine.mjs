import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { basename, delimiter, join } from 'node:path';

// GGML_NATIVE uses this machine's instructions; LLAMAFILE's kernels make the encoder faster (docs/performance.md).
const FLAGS = ['-DCMAKE_BUILD_TYPE=Release', '-DGGML_NATIVE=ON', '-DGGML_LLAMAFILE=ON'];
/**
 * For other machines: on Linux and Windows the kernels for each processor variant are libraries beside the engine,
 * which selects the best at run time; macOS has Metal and one variant per architecture.
 */
const PORTABLE_FLAGS = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DGGML_NATIVE=OFF',
  '-DGGML_LLAMAFILE=ON',
  ...(process.platform === 'darwin'
    ? ['-DBUILD_SHARED_LIBS=OFF', '-DGGML_METAL_EMBED_LIBRARY=ON']
    : ['-DBUILD_SHARED_LIBS=ON', '-DGGML_BACKEND_DL=ON', '-DGGML_CPU_ALL_VARIANTS=ON']),
];
/** Silero VAD 6.2.0 in ggml's layout, as published by whisper.cpp's maintainers, and the SHA-256 they give. */
const VAD_FILE = join('native', 'silero-vad', 'silero-vad-6.2.0.bin');
const VAD_SHA256 = '2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987';
const SUFFIX = process.platform === 'win32' ? '.exe' : '';
const TARGETS = ['steno-engine', 'steno-engine-tests'];
/** ggml's backend for graphics cards, which CMake knows where Vulkan's headers and compiler are installed. */
const CARDS_TARGET = 'ggml-vulkan';
/** How CMake says whether it does (native/vulkan/detect.cmake). */
const CARDS_LINE = /^-- (Graphics cards: .*)$/m;
/** What the engine loads from beside it. */
const LIBRARY = /^(lib)?(whisper|parakeet|ggml|steno-vulkan)[\w.-]*\.(so|dll|dylib)[\d.]*$/;
const KEPT_LOG_LINES = 100;

/**
 * Builds the native engine into `resources/bin/<platform>-<arch>/` if anything it is built from has changed.
 * @param {{ root: string, log: (line: string) => void }} options
 * @returns {Promise<string>} the path of the engine
 * @throws when CMake or a compiler is missing, or the build fails, with the end of its output
 */
export async function buildEngine({ root, log }) {
  const folder = join(root, 'resources', 'bin', `${process.platform}-${process.arch}`);
  const engine = join(folder, `steno-engine${SUFFIX}`);
  const stampFile = join(folder, 'steno-engine.stamp');
  const stamp = fingerprint(root);
  if (existsSync(engine) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    return engine;
  }
  requireTools();
  log('Building the transcription engine (once; takes a few minutes)');
  const built = await compile(root, log);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (LIBRARY.test(name)) rmSync(join(folder, name), { force: true });
  }
  // A running engine cannot be overwritten, but another file can take its name.
  for (const file of built) {
    const target = join(folder, basename(file));
    copyFileSync(file, `${target}.new`);
    renameSync(`${target}.new`, target);
  }
  writeFileSync(stampFile, stamp);
  log('The transcription engine is built');
  return engine;
}

/**
 * Builds an engine that runs on any machine of this system and architecture, with the libraries it loads.
 * @param {{ root: string, folder: string, log: (line: string) => void }} options `folder` receives the files
 * @throws like `buildEngine`
 */
export async function buildPortableEngine({ root, folder, log }) {
  requireTools();
  log('Building the transcription engine for other machines (takes some minutes)');
  const flags = [...PORTABLE_FLAGS, vadFlag(root)];
  const { build, config, cards } = await configure(root, 'portable', flags);
  await run('cmake', ['--build', build, ...config]);
  await buildCards({ build, config, cards, log });
  mkdirSync(folder, { recursive: true });
  for (const file of [...librariesIn(build), program(build, 'steno-engine')]) {
    copyFileSync(file, join(folder, basename(file)));
  }
}

/**
 * Builds the library for graphics cards if CMake found what it needs. Whatever fails, the engine is whole without it.
 * @param {{ build: string, config: string[], cards: string, log: (line: string) => void }} options
 */
async function buildCards({ build, config, cards, log }) {
  log(cards);
  if (!cards.endsWith('with Vulkan')) return;
  await run('cmake', ['--build', build, '--target', CARDS_TARGET, ...config]).catch((error) => {
    log(`Graphics cards will not be used: their library could not be built. ${error.message}`);
  });
}

/** @param {string} build */
function librariesIn(build) {
  return readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && LIBRARY.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * @param {string} build
 * @param {string} name
 */
function program(build, name) {
  // Visual Studio's generator adds a folder for the configuration.
  const places = [join(build, `${name}${SUFFIX}`), join(build, 'Release', `${name}${SUFFIX}`)];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`The build ended without ${name}.`);
  return found;
}

/**
 * Builds the parts of the engine that read untrusted data, with sanitizers, and the program that feeds them damaged
 * input (native/fuzz). Takes seconds, and almost nothing if nothing has changed. For gcc and clang.
 * @param {string} root
 * @returns {Promise<string>} the path of the program
 * @throws like `buildEngine`
 */
export async function buildFuzzer(root) {
  requireTools();
  const { build, config } = await configure(root, 'fuzz', [], 'fuzz');
  await run('cmake', ['--build', build, ...config]);
  return join(build, 'steno-engine-fuzz');
}

/** @param {string} root */
function whisperPackage(root) {
  return join(root, 'node_modules', 'nodejs-whisper');
}

/**
 * Hashes everything the binary depends on. The compiler is identified by its file, without running it, because this
 * runs at every start.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash('sha256');
  const native = join(root, 'native');
  for (const name of readdirSync(native, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/^(build|fuzz)([\\/]|$)/.test(name)) continue;
    const file = join(native, name);
    if (!/\.(cpp|h|txt|cmake|bin)$/.test(name)) continue;
    hash.update(`${name.replaceAll('\\', '/')}\0`).update(readFileSync(file));
  }
  hash.update(readFileSync(join(whisperPackage(root), 'package.json')));
  const compiler = compilerPath();
  // Built with Vulkan once its compiler is there.
  const cards = which('glslc') !== null;
  const { size, mtimeMs } = compiler ? statSync(compiler) : { size: 0, mtimeMs: 0 };
  hash.update(
    JSON.stringify([FLAGS, compiler, size, mtimeMs, cpus()[0]?.model ?? '', process.arch, cards]),
  );
  return hash.digest('hex');
}

/**
 * The full path of a program on PATH.
 * @param {string} name
 */
function which(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, `${name}${SUFFIX}`);
    if (folder && existsSync(file)) return realpathSync(file);
  }
  return null;
}

function compilerPath() {
  const named = process.env['CXX'];
  const candidates = named ? [named] : ['c++', 'g++', 'clang++'];
  return candidates.map(which).find((path) => path !== null) ?? null;
}

function requireTools() {
  if (!which('cmake')) {
    throw new Error('CMake was not found. Install CMake 3.18 or newer and try again.');
  }
  // On Windows CMake finds Visual Studio by itself; it is not on PATH.
  if (process.platform !== 'win32' && !compilerPath()) {
    throw new Error('No C++ compiler was found. Install g++ or clang (with C++17) and try again.');
  }
}

/**
 * @param {string} root
 * @param {(line: string) => void} log
 * @returns {Promise<string[]>} the programs and the libraries they load, if they are not all in one
 */
async function compile(root, log) {
  const { build, config, cards } = await configure(root, 'native', [...FLAGS, vadFlag(root)]);
  await run('cmake', ['--build', build, '--target', ...TARGETS, ...config]);
  await buildCards({ build, config, cards, log });
  const libraries = cards.endsWith('with Vulkan') ? librariesIn(build) : [];
  return [...libraries, ...TARGETS.map((name) => program(build, name))];
}

/** @param {string} root */
const vadFlag = (root) => `-DVAD_WEIGHTS=${writeVadSource(root)}`;

/**
 * The weights of the voice activity detector as C++, in 64-bit words because compilers are slow with bytes.
 * @param {string} root
 * @returns {string} the path of the source
 * @throws when the file's bytes are not the published ones
 */
function writeVadSource(root) {
  const file = readFileSync(join(root, VAD_FILE));
  if (createHash('sha256').update(file).digest('hex') !== VAD_SHA256) {
    throw new Error(`${VAD_FILE} is damaged. Get it back with "git checkout ${VAD_FILE}".`);
  }
  const padded = Buffer.concat([file, Buffer.alloc(-file.length & 7)]);
  const words = Array.from(
    { length: padded.length / 8 },
    (_, index) => `0x${padded.readBigUInt64LE(index * 8).toString(16)}u`,
  );
  const source = [
    '#include "vad-weights.h"',
    'namespace steno {',
    `const size_t vad_weights_bytes = ${file.length};`,
    `const uint64_t vad_weights[] = {\n${words.join(',\n')}};`,
    '}',
  ];
  const folder = join(root, 'native', 'build');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'vad-weights.cpp');
  const text = `${source.join('\n')}\n`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  return path;
}

/**
 * Configures a build; a build folder from another location or version of CMake is deleted once.
 * @param {string} root
 * @param {'native' | 'portable' | 'fuzz'} kind
 * @param {readonly string[]} flags
 * @param {string} [project] the project's folder in `native`; the engine without it
 */
async function configure(root, kind, flags, project = '') {
  const native = join(root, 'native');
  const generator = which('ninja') ? 'ninja' : 'default';
  const build = join(native, 'build', `${kind}-${generator}`);
  const args = [
    ...['-S', join(native, project), '-B', build, ...flags],
    `-DWHISPER_SOURCE=${join(whisperPackage(root), 'cpp', 'whisper.cpp')}`,
    ...(generator === 'ninja' ? ['-G', 'Ninja'] : []),
  ];
  const output = await run('cmake', args).catch(() => {
    rmSync(build, { recursive: true, force: true });
    return run('cmake', args);
  });
  const cards = CARDS_LINE.exec(output)?.[1] ?? '';
  const config = ['--config', 'Release', '--parallel', String(availableParallelism())];
  return { build, config, cards };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>} the end of its output
 */
function run(command, args) {
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    const lines = [];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        lines.push(...text.split('\n').filter((/** @type {string} */ line) => line.trim() !== ''));
        lines.splice(0, Math.max(0, lines.length - KEPT_LOG_LINES));
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve(lines.join('\n'));
      reject(new Error(`"${command} ${args[0]}" failed (${code}):\n${lines.join('\n')}`));
    });
  });
}
