import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { librariesIn, PROGRAM_SUFFIX, run } from './cmake.mjs';
import { configureVulkan } from './configure-engine.mjs';

/** ggml's backend for graphics cards, which CMake knows where Vulkan's headers and compiler are installed. */
const TARGET = 'ggml-vulkan';
/** Says whose process is building the library; the service reads it (src/main/engine/devices/vulkan-library.ts). */
const MARK = 'steno-vulkan.building';
/** Drivers take up to a second or two to start; one that takes longer hangs. */
const DRIVER_PATIENCE_MS = 10_000;

/** @param {string} file */
export const isVulkanLibrary = (file) => basename(file).includes('steno-vulkan');

/**
 * Where the programs of this project's own engine lie.
 * @param {string} root
 */
export function engineFolder(root) {
  return join(root, 'resources', 'bin', `${process.platform}-${process.arch}`);
}

/**
 * Builds the library for graphics cards beside the engine, if there is a card that only lacks it: compiling its shaders
 * takes many minutes. Whatever fails, the engine is whole without it, and the next start goes on with it.
 * @param {{ root: string, log: (line: string) => void }} options
 */
export async function buildVulkanLibrary({ root, log }) {
  const folder = engineFolder(root);
  const mark = join(folder, MARK);
  const cards = await waitingCards(join(folder, `steno-engine${PROGRAM_SUFFIX}`));
  if (cards.length === 0 || isBeingBuilt(mark)) return;
  try {
    writeFileSync(mark, String(process.pid));
    log(`Building what ${cards.join(' and ')} needs (once; takes some minutes)`);
    const configured = await configureVulkan(root, logFileOf(root));
    if (!(await buildConfiguredVulkan({ ...configured, root, log }))) return;
    const built = librariesIn(configured.build).find((file) => isVulkanLibrary(file));
    if (!built) throw new Error('The build ended without the library.');
    // The engine must not find half of it.
    copyFileSync(built, join(folder, `${basename(built)}.new`));
    renameSync(join(folder, `${basename(built)}.new`), join(folder, basename(built)));
    log(`${cards.join(' and ')} can be used now`);
  } catch (error) {
    log(notBuilt(error));
  } finally {
    rmSync(mark, { force: true });
  }
}

/**
 * Builds the library in a build that is configured, if CMake found what it needs. Says in one line what becomes of it.
 * @param {import('./cmake.mjs').Configured & { root: string, log: (line: string) => void }} options
 * @returns {Promise<boolean>} whether it was built
 */
export async function buildConfiguredVulkan({ build, config, cards, root, log }) {
  log(cards);
  if (!cards.endsWith('with Vulkan')) return false;
  try {
    await run('cmake', ['--build', build, '--target', TARGET, ...config], logFileOf(root));
    return true;
  } catch (error) {
    log(notBuilt(error));
    return false;
  }
}

/** @param {unknown} error */
function notBuilt(error) {
  const why = error instanceof Error ? error.message : error;
  return `Graphics cards will not be used, since their library could not be built: ${why}`;
}

/** @param {string} root */
function logFileOf(root) {
  const folder = join(root, 'native', 'build');
  mkdirSync(folder, { recursive: true });
  return join(folder, 'graphics-cards.log');
}

/**
 * The names of the cards that the engine could compute on if it had the library.
 * @param {string} engine
 * @returns {Promise<string[]>}
 */
function waitingCards(engine) {
  return new Promise((resolve) => {
    const options = { timeout: DRIVER_PATIENCE_MS, killSignal: /** @type {const} */ ('SIGKILL') };
    execFile(engine, ['--devices'], { ...options, windowsHide: true }, (_error, stdout) => {
      try {
        const { waiting = [] } = JSON.parse(stdout);
        resolve(waiting.map((/** @type {{ name: string }} */ { name }) => name));
      } catch {
        resolve([]);
      }
    });
  });
}

/** @param {string} mark */
function isBeingBuilt(mark) {
  if (!existsSync(mark)) return false;
  try {
    const pid = Number.parseInt(readFileSync(mark, 'utf8'), 10);
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
