import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlace } from './build-place.mjs';
import { configure } from './cmake.mjs';

// GGML_NATIVE uses this machine's instructions; LLAMAFILE's kernels make the encoder faster (docs/performance.md).
export const FLAGS = ['-DCMAKE_BUILD_TYPE=Release', '-DGGML_NATIVE=ON', '-DGGML_LLAMAFILE=ON'];
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

/**
 * For this machine.
 * @param {string} root
 */
export function configureEngine(root) {
  return configure(root, 'native', [...FLAGS, vadFlag(root)]);
}

/**
 * For the library for graphics cards, apart from the engine, which may be built again meanwhile.
 * @param {string} root
 * @param {string} logFile
 */
export function configureVulkan(root, logFile) {
  return configure(root, 'vulkan', [...FLAGS, vadFlag(root)], { logFile });
}

/**
 * For any machine of this system and architecture.
 * @param {string} root
 */
export function configurePortableEngine(root) {
  return configure(root, 'portable', [...PORTABLE_FLAGS, vadFlag(root)]);
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
  const folder = buildPlace(root).builds;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'vad-weights.cpp');
  const text = `${source.join('\n')}\n`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  return path;
}
