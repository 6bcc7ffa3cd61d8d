/** Carries out a recipe of CONTRIBUTING.md on a copy of the program, as somebody would who follows it. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './service-process.ts';

/** What is written where: after a piece of text that the file has once, or, after none, as a file of its own. */
export type Step = { file: string; after?: string; write: string };

const COPIED = ['src', 'test/helpers', 'scripts', 'package.json', 'tsconfig.json'];
const LINKED = ['node_modules', 'resources', 'test/fixtures'];

/** The program in a folder, without what is built of it. */
export function copyProgram(folder: string): void {
  for (const name of COPIED)
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  for (const name of LINKED) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(projectRoot, name), join(folder, name));
  }
}

/** @throws where a file is not as the recipe says */
export function carryOut(folder: string, steps: readonly Step[]): void {
  for (const { file, after, write } of steps) {
    const path = join(folder, file);
    if (after === undefined) {
      if (existsSync(path)) throw new Error(`${file} is there already`);
      writeFileSync(path, write);
      continue;
    }
    const [before = '', rest, ...more] = readFileSync(path, 'utf8').split(after);
    if (rest === undefined || more.length > 0) throw new Error(`${file} has not one "${after}"`);
    writeFileSync(path, `${before}${after}${write}${rest}`);
  }
}

/** Runs a module in the copy; what it prints as JSON in its last line. */
export async function runThere(folder: string, name: string, module: string): Promise<unknown> {
  writeFileSync(join(folder, `${name}.ts`), module);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${name}.ts`)], {
    cwd: folder,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** What the compiler says of the copy; empty if nothing. */
export async function compileErrors(folder: string): Promise<string> {
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  // What the linked packages keep of earlier checks is that of the project.
  const args = [compiler, '-p', folder, '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')];
  return promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** The window of the copy, built; all of its scripts. */
export async function buildThere(folder: string): Promise<string> {
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', 'src/renderer'], { cwd: folder });
  const assets = join(folder, 'out/renderer/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  return scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
}
