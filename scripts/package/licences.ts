/**
 * The licences of what is shipped. Beside the app they lie as text files: packages in the archive contain their own;
 * these are the engine's, ffmpeg's, Deno's, and those of code bundled into the window. THIRD-PARTY.md lists all.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { gatherSystemLicences } from '../engine/system-libraries.mjs';
import { VERSION as DENO_VERSION } from './deno.ts';

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
/** Licences that allow shipping, with their text beside it. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'GPL-3.0-or-later WITH GCC-exception-3.1',
  'ISC',
  'MIT',
  '(MIT OR CC0-1.0)',
  'OFL-1.1',
  'Public domain',
  'Python-2.0',
]);
/** What is shipped as a program of its own, which Steno only starts: its licence asks nothing of Steno's code. */
const STARTED = new Set(['ffmpeg-static']);
/** Of packages whose manifests name theirs in an older way. */
const STATED: Record<string, string> = {
  busboy: 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
  streamsearch: 'MIT',
};

type Component = { name: string; version: string; licence: string; place: string };

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      dependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Packages = z.infer<typeof Lock>['packages'];
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** Fills `folder`; `root` is the project's. */
export function gatherLicences(root: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const packages = join(root, 'node_modules');
  const keep = (from: string, name: string) => {
    const file = licenceIn(from);
    if (file) copyFileSync(file, join(folder, `${name.replace('/', '-')}.txt`));
  };
  copyFileSync(join(root, 'THIRD-PARTY.md'), join(folder, 'THIRD-PARTY.md'));
  keep(root, 'steno');
  keep(join(packages, 'nodejs-whisper', 'cpp', 'whisper.cpp'), 'whisper.cpp');
  keep(join(root, 'native', 'silero-vad'), 'silero-vad');
  keep(join(packages, 'ffmpeg-static'), 'ffmpeg');
  gatherSystemLicences(folder);
  // Its packages have none.
  copyFileSync(join(root, 'scripts', 'package', 'deno-licence.txt'), join(folder, 'deno.txt'));
  for (const name of withDependencies(packages, IN_WINDOW)) keep(join(packages, name), name);
}

/** Everything that is shipped and was made by others, by name; the same on every system. */
export function thirdParty(root: string): Component[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = Lock.parse(JSON.parse(text));
  const component = (path: string, place: string): Component => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version = '', license } = packages[path] ?? {};
    return { name, version, licence: license ?? STATED[name] ?? 'unknown', place };
  };
  const inService = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const inWindow = [...inLock(packages, IN_WINDOW)];
  const all = [
    ...inService.map(([path]) => component(path, 'service')),
    ...inWindow.map((path) => component(path, 'window')),
    component('node_modules/electron', 'app'),
    ...engineComponents(packages),
  ];
  const unique = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
  return [...unique.values()].sort((a, b) =>
    `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1,
  );
}

/** What is compiled or copied into packages without being one. */
function engineComponents(packages: Packages): Component[] {
  const whisper = packages['node_modules/nodejs-whisper']?.version ?? '';
  return [
    {
      name: 'whisper.cpp and ggml',
      version: `of nodejs-whisper ${whisper}`,
      licence: 'MIT',
      place: 'engine',
    },
    { name: 'JSON for Modern C++', version: 'of whisper.cpp', licence: 'MIT', place: 'engine' },
    { name: 'Silero VAD', version: '6.2.0', licence: 'MIT', place: 'engine' },
    { name: 'oneDNN', version: 'of the system', licence: 'Apache-2.0', place: 'engine, Linux' },
    { name: 'ocl-icd', version: 'of the system', licence: 'BSD-2-Clause', place: 'engine, Linux' },
    {
      name: 'libgomp',
      version: 'of the system',
      licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
      place: 'engine, Linux',
    },
    { name: 'ONNX Runtime', version: 'of sherpa-onnx', licence: 'MIT', place: 'service' },
    { name: 'SQLite', version: 'of better-sqlite3', licence: 'Public domain', place: 'service' },
    { name: 'Deno', version: DENO_VERSION, licence: 'MIT', place: 'app' },
  ];
}

/** Those whose licences do not allow what is done with them. */
export function forbidden(components: readonly Component[]): Component[] {
  return components.filter(
    ({ name, licence }) =>
      !ALLOWED.has(licence) && !(STARTED.has(name) && licence.startsWith('GPL')),
  );
}

/** THIRD-PARTY.md. */
export function describeThirdParty(components: readonly Component[]): string {
  const rows = components.map(
    (one) => `| ${one.name} | ${one.version} | ${one.licence} | ${one.place} |`,
  );
  return `# What Steno is made of

Made by \`node scripts/third-party.ts\`. Every component that is shipped with Steno and was made by others, with its licence. The texts
are in the packages themselves and in the folder \`licences\` of an installed app; those of Chromium are in Electron's own file beside it.
ffmpeg is a program of its own under the GPL, which Steno only starts; its source is at ffmpeg.org. libgomp is GCC's, under the GPL with an exception
for programs that use it; its source is at gcc.gnu.org.

| component | version | licence | part of |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** The paths in the lockfile of these packages and all they depend on. */
function inLock(packages: Packages, names: readonly string[]): Set<string> {
  const paths = new Set<string>();
  const add = (name: string): void => {
    const path = `node_modules/${name}`;
    const found = packages[path];
    if (found === undefined || paths.has(path)) return;
    paths.add(path);
    for (const dependency of Object.keys(found.dependencies)) add(dependency);
  };
  for (const name of names) add(name);
  return paths;
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
