import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { hasOneDnn } from './bootstrap/system.mjs';
import {
  compilerPath,
  configure,
  isLibrary,
  librariesIn,
  PROGRAM_SUFFIX,
  requireTools,
  run,
  which,
  whisperPackage,
} from './engine/cmake.mjs';
import { configureEngine, configurePortableEngine, FLAGS } from './engine/configure-engine.mjs';
import { bringSystemLibraries } from './engine/system-libraries.mjs';
import { buildConfiguredVulkan, engineFolder, isVulkanLibrary } from './engine/vulkan-library.mjs';

const TARGETS = ['steno-engine', 'steno-engine-tests'];

/**
 * Builds the native engine into `resources/bin/<platform>-<arch>/` if anything it is built from has changed.
 * @param {{ root: string, log: (line: string) => void }} options
 * @returns {Promise<string>} the path of the engine
 * @throws when CMake or a compiler is missing, or the build fails, with the end of its output
 */
export async function buildEngine({ root, log }) {
  const folder = engineFolder(root);
  const { engine, stampFile, stamp } = stamped(root);
  if (isEngineBuilt(root)) return engine;
  requireTools();
  log('Building the transcription engine (once; takes a few minutes)');
  const built = await compile(root);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (isLibrary(name)) rmSync(join(folder, name), { force: true });
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
 * Whether nothing that the engine is built from has changed since it was built.
 * @param {string} root
 */
export function isEngineBuilt(root) {
  const { engine, stampFile, stamp } = stamped(root);
  return existsSync(engine) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** @param {string} root */
function stamped(root) {
  const folder = engineFolder(root);
  return {
    engine: join(folder, `steno-engine${PROGRAM_SUFFIX}`),
    stampFile: join(folder, 'steno-engine.stamp'),
    stamp: fingerprint(root),
  };
}

/**
 * Builds an engine that runs on any machine of this system and architecture, with the libraries it loads.
 * @param {{ root: string, folder: string, log: (line: string) => void }} options `folder` receives the files
 * @throws like `buildEngine`
 */
export async function buildPortableEngine({ root, folder, log }) {
  requireTools();
  log('Building the transcription engine for other machines (takes some minutes)');
  const configured = await configurePortableEngine(root);
  const { build, config } = configured;
  await run('cmake', ['--build', build, ...config]);
  await buildConfiguredVulkan({ ...configured, root, log });
  mkdirSync(folder, { recursive: true });
  const libraries = librariesIn(build);
  for (const file of [...libraries, program(build, 'steno-engine')]) {
    copyFileSync(file, join(folder, basename(file)));
  }
  await bringSystemLibraries(libraries, folder);
}

/**
 * @param {string} build
 * @param {string} name
 */
function program(build, name) {
  // Visual Studio's generator adds a folder for the configuration.
  const places = [
    join(build, `${name}${PROGRAM_SUFFIX}`),
    join(build, 'Release', `${name}${PROGRAM_SUFFIX}`),
  ];
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
  const { build, config } = await configure(root, 'fuzz', [], { project: 'fuzz' });
  await run('cmake', ['--build', build, ...config]);
  return join(build, 'steno-engine-fuzz');
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
  // And with oneDNN, or without it once it is gone.
  const oneDnn = hasOneDnn();
  const { size, mtimeMs } = compiler ? statSync(compiler) : { size: 0, mtimeMs: 0 };
  hash.update(
    JSON.stringify([
      ...[FLAGS, compiler, size, mtimeMs],
      ...[cpus()[0]?.model ?? '', instructions(), process.arch, cards, oneDnn],
    ]),
  );
  return hash.digest('hex');
}

/** What the processor can do, where Linux says it: virtual ones of the same name differ. The first one's, as there may be hundreds. */
function instructions() {
  const path = '/proc/cpuinfo';
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  const first = Buffer.alloc(8192);
  readSync(file, first);
  closeSync(file);
  return /^(?:flags|Features)\s*:.*/m.exec(first.toString())?.[0] ?? '';
}

/**
 * @param {string} root
 * @returns {Promise<string[]>} the programs and the libraries they load, if they are not all in one
 */
async function compile(root) {
  const { build, config, cards } = await configureEngine(root);
  await run('cmake', ['--build', build, '--target', ...TARGETS, ...config]);
  const libraries = cards.endsWith('with Vulkan') ? librariesIn(build) : [];
  const programs = TARGETS.map((name) => program(build, name));
  return [...libraries.filter((file) => !isVulkanLibrary(file)), ...programs];
}
