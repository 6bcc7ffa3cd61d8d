import { dirname, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/checks.ts';
import { filesBelow, longFunctions, read } from '../../scripts/source-files.ts';

const MAX_LINES = 350;
const MAX_FUNCTION_LINES = 60;

/** Leaves of src/main, which any folder of it may import. */
const LEAVES = [
  'announced-length',
  'channels',
  'child-process',
  'child-program',
  'clock',
  'config',
  'disk-usage',
  'durable-files',
  'errors',
  'events',
  'failpoint',
  'file-digest',
  'file-paths',
  'folder-watch',
  'ids',
  'logger',
  'node-child',
  'people-folders',
  'plain-file',
  'process-limits',
  'processor-name',
  'stop-signals',
  'tally',
  'turns',
].map((name) => `src/main/${name}.ts`);

/** What each place may import of the project's own files, besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/shared': [],
  'src/main/media': [],
  'src/main/engine': [],
  'src/main/speakers': [],
  'src/main/structure': [],
  'src/main/llm': ['src/main/structure'],
  'src/main/webhooks': [],
  'src/main/repositories': [],
  'src/main/storage': [],
  'src/main/core.ts': ['src/main/repositories', 'src/main/storage', 'src/main/nodes'],
  'src/main/nodes': ['src/main/repositories'],
  'src/main/queue': [
    'src/main/repositories',
    'src/main/storage',
    'src/main/media',
    'src/main/engine',
    'src/main/speakers',
    'src/main/structure',
    'src/main/webhooks',
  ],
  // Whether an address may be reached is asked when it is given, and again when it is.
  'src/main/services': ['src/main/repositories', 'src/main/storage', 'src/main/media/guard'],
  'src/main/tasks': ['src/main/speakers', 'src/main/structure', 'src/main/services/exports'],
  'src/main/models': [
    'src/main/media',
    'src/main/engine',
    'src/main/speakers',
    'src/main/services/models',
  ],
  'src/main/http': ['src/main/services'],
  'src/main/worker': ['src/main/engine', 'src/main/media'],
  'src/renderer': ['src/shared', 'src/preload/bridge.d.ts'],
};
/** Types may also come from what lies below: they bring nothing along. A part that is handed the core names it. */
const MAY_NAME: Record<string, string[]> = {
  'src/main/services': ['engine', 'media', 'queue', 'speakers', 'llm'].map((n) => `src/main/${n}`),
  'src/main/models': ['src/main/services'],
  'src/main/http': ['src/main/repositories', 'src/main/engine/machines'],
};
const CORE = 'src/main/core.ts';
/** Where the parts are put together, and the two shells and the tools around them. */
const ABOVE_ALL = ['src/main/electron', 'src/main/cli', 'src/main/doctor', 'src/preload'];
const ROOTS = ['app', 'computing', 'jobs', 'cli', 'index', 'service-file'].map(
  (name) => `src/main/${name}.ts`,
);

/** Packages some folders are the only ones to use. */
const ONLY_IN: Record<string, string[]> = {
  electron: ['src/main/index.ts', 'src/main/electron/', 'src/preload/'],
  kysely: ['src/main/repositories/'],
  'better-sqlite3': ['src/main/repositories/'],
  pg: ['src/main/repositories/postgres/'],
  docx: ['src/main/services/'],
  'prom-client': ['src/main/services/metrics/'],
  hono: ['src/main/http/'],
  react: ['src/renderer/'],
  '@aws-sdk/client-s3': ['src/main/storage/bucket/'],
  undici: ['src/main/llm/', 'src/main/media/'],
};

const files = filesBelow('src');
const all = [...files, ...['test', 'scripts', 'bin'].flatMap(filesBelow)];

/** All of them are parsed, which takes longer than a test may. */
let long: ReturnType<typeof longFunctions>;
beforeAll(() => {
  long = all.flatMap((file) => longFunctions(file, MAX_FUNCTION_LINES));
});

describe('architecture', () => {
  it('lets each place import only what lies below it', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target.startsWith('.'))
        .map(({ target, types }) => ({
          target: relative(root, resolve(root, dirname(file), target)),
          types,
        }))
        .filter(({ target, types }) => !mayImport(file, target, types))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('knows the place of every file', () => {
    const known = [...LEAVES, ...ROOTS, ...ABOVE_ALL, ...Object.keys(MAY_IMPORT)];
    expect(files.filter((file) => !known.some((place) => liesIn(file, place)))).toEqual([]);
  });

  it('keeps packages where they belong', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => !isAllowedPackage(file, target))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('loads what speaks with a bucket only when one is named', () => {
    const early = files
      .filter((file) => !file.startsWith('src/main/storage/bucket/'))
      .filter((file) => /^import (?!type).*from '.*\/bucket\/.*'/m.test(read(file)));
    expect(early).toEqual([]);
  });

  it('lets shared import schemas and what reads HTTP and files', () => {
    const packages = files
      .filter((file) => file.startsWith('src/shared/'))
      .flatMap((file) => importsOf(file).map(({ target }) => target))
      .filter((target) => !target.startsWith('.'));
    expect(new Set(packages)).toEqual(
      new Set([
        ...['zod', 'content-disposition', 'entities/decode', 'eventsource-parser/stream'],
        ...['fflate', 'saxes'],
      ]),
    );
  });

  it('takes time only from the injected clock', () => {
    const wrong = files
      .filter((file) => file.startsWith('src/main/') && file !== 'src/main/clock.ts')
      .filter((file) => /\b(Date\.now|setTimeout|setInterval|performance\.now)\b/.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it(`keeps every file at ${MAX_LINES} lines or fewer`, () => {
    const tooLong = all.filter((file) => read(file).split('\n').length > MAX_LINES + 1);
    expect(tooLong).toEqual([]);
  });

  it(`keeps every function at ${MAX_FUNCTION_LINES} lines of its own or fewer`, () => {
    expect(all).not.toEqual([]);
    expect(long).toEqual([]);
  });
});

function mayImport(file: string, target: string, types: boolean): boolean {
  if ([...ABOVE_ALL, ...ROOTS].some((place) => liesIn(file, place))) return true;
  const place = LEAVES.includes(file)
    ? file
    : Object.keys(MAY_IMPORT).find((name) => liesIn(file, name));
  if (place === undefined) return false;
  const inMain = file.startsWith('src/main/');
  const allowed = [
    place,
    ...(MAY_IMPORT[place] ?? []),
    ...(inMain ? ['src/shared', ...LEAVES] : []),
    ...(types ? [...(MAY_NAME[place] ?? []), ...(inMain ? [CORE] : [])] : []),
  ];
  return allowed.some((other) => liesIn(target, other));
}

function liesIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function isAllowedPackage(file: string, target: string): boolean {
  const name = Object.keys(ONLY_IN).find((n) => target === n || target.startsWith(`${n}/`));
  return name === undefined || (ONLY_IN[name] ?? []).some((prefix) => file.startsWith(prefix));
}

function importsOf(file: string): { target: string; types: boolean }[] {
  const pattern =
    /^(?:import|export)\s+(type\s)?[^'";]*?\bfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...read(file).matchAll(pattern)].map(([, types, from, bare, later]) => ({
    target: from ?? bare ?? later ?? '',
    types: types !== undefined,
  }));
}
