import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './cmake.mjs';

/** Of the system's libraries those that another computer may lack: oneDNN, what it loads itself, and OpenMP. */
const BROUGHT = /^\s*(lib(?:dnnl|OpenCL|gomp)\.so\.\d+) => (\/\S+)/gm;
/** Where Debian's packages of them keep their licences. */
const LICENCES = ['libdnnl2', 'libdnnl3', 'libgomp1', 'ocl-icd-libopencl1'].map((name) => ({
  name,
  file: join('/usr/share/doc', name, 'copyright'),
}));

/**
 * Copies what these libraries need of the system beside them, where it is looked for first. Linux.
 * @param {readonly string[]} libraries
 * @param {string} folder
 */
export async function bringSystemLibraries(libraries, folder) {
  if (process.platform !== 'linux') return;
  for (const library of libraries) {
    // What was built beside it is not found where it lies, which ldd only says.
    const needs = await run('ldd', [library]);
    for (const [, name = '', file = ''] of needs.matchAll(BROUGHT))
      copyFileSync(file, join(folder, name));
  }
}

/** @param {string} folder which is there */
export function gatherSystemLicences(folder) {
  for (const { name, file } of LICENCES) {
    if (existsSync(file)) copyFileSync(file, join(folder, `${name}.txt`));
  }
}
