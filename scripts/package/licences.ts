/**
 * Collects the licenses of the app's components as text files beside it. Packages in the archive contain their own;
 * these are the engine's, ffmpeg's, Deno's, and those of code bundled into the window.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The window's direct dependencies; their own dependencies are found from them. */
const IN_WINDOW = [
  '@base-ui/react',
  '@fontsource-variable/inter',
  '@tanstack/react-virtual',
  'lucide-react',
  'react',
  'react-dom',
  'tailwindcss',
  'zustand',
];
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** Fills `folder`; `root` is the project's. */
export function gatherLicences(root: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const packages = join(root, 'node_modules');
  const keep = (from: string, name: string) => {
    const file = licenceIn(from);
    if (file) copyFileSync(file, join(folder, `${name.replace('/', '-')}.txt`));
  };
  keep(root, 'steno');
  keep(join(packages, 'nodejs-whisper', 'cpp', 'whisper.cpp'), 'whisper.cpp');
  keep(join(root, 'native', 'silero-vad'), 'silero-vad');
  keep(join(packages, 'ffmpeg-static'), 'ffmpeg');
  // Its packages have none.
  copyFileSync(join(root, 'scripts', 'package', 'deno-licence.txt'), join(folder, 'deno.txt'));
  for (const name of withDependencies(packages, IN_WINDOW)) keep(join(packages, name), name);
}

function licenceIn(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  return name === undefined ? null : join(folder, name);
}

function withDependencies(packages: string, names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string): void => {
    const manifest = join(packages, name, 'package.json');
    if (all.has(name) || !existsSync(manifest)) return;
    all.add(name);
    const { dependencies } = Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8')));
    for (const dependency of Object.keys(dependencies)) add(dependency);
  };
  for (const name of names) add(name);
  return all;
}
