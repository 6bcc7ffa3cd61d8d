import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  circlesIn,
  filesBelow,
  importGraph,
  importsOf,
  longFunctions,
  read,
} from '../../scripts/source-files.ts';

const MAX_LINES = 350;
const MAX_FUNCTION_LINES = 60;

/** What each folder of src/main may use. */
const BASE = ['src/shared', 'src/main/core', 'src/main/processes'];
/** What each folder may import of the project's own files, besides itself and the base. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/shared': [],
  'src/main/core': [],
  'src/main/processes': [],
  'src/main/media': [],
  'src/main/engine': [],
  'src/main/live': ['src/main/engine'],
  'src/main/speakers': [],
  'src/main/structure': [],
  'src/main/llm': ['src/main/structure'],
  'src/main/repositories': [],
  'src/main/storage': [],
  'src/main/peers': ['src/main/repositories'],
  'src/main/queue': [
    'src/main/repositories',
    'src/main/storage',
    'src/main/media',
    'src/main/engine',
    'src/main/speakers',
    'src/main/structure',
  ],
  // Whether an address may be reached is asked when it is given, and again when it is.
  'src/main/services': ['src/main/repositories', 'src/main/storage', 'src/main/media/guard'],
  'src/main/child-tasks': ['src/main/speakers', 'src/main/structure', 'src/main/services/exports'],
  'src/main/models': [
    'src/main/media',
    'src/main/engine',
    'src/main/speakers',
    'src/main/services/models',
  ],
  'src/main/http': ['src/main/services'],
  'src/main/worker': ['src/main/engine', 'src/main/media'],
  'src/renderer': ['src/shared', 'src/preload'],
};
/** Types may also come from these, and from the root of src/main, as that of the core: they bring nothing along. */
const MAY_NAME: Record<string, string[]> = {
  'src/main/repositories': ['src/main/storage'],
  'src/main/services': ['engine', 'live', 'media', 'queue', 'speakers', 'llm'].map(
    (n) => `src/main/${n}`,
  ),
  'src/main/models': ['src/main/services'],
  'src/main/http': ['src/main/repositories'],
};
/** The shells and the tools around the parts. */
const ABOVE_ALL = ['src/main/electron', 'src/main/cli', 'src/main/doctor', 'src/preload'];
/** Its files put the parts together. */
const ROOT = 'src/main';

/** Packages some folders are the only ones to use, besides the shells. */
const ONLY_IN: Record<string, string[]> = {
  electron: ['src/main/electron/', 'src/preload/'],
  kysely: ['src/main/repositories/'],
  'better-sqlite3': ['src/main/repositories/'],
  pg: ['src/main/repositories/postgres/'],
  'pg-boss': ['src/main/repositories/tasks/', 'src/main/repositories/postgres/'],
  docx: ['src/main/services/'],
  'prom-client': ['src/main/services/metrics/'],
  hono: ['src/main/http/'],
  react: ['src/renderer/'],
  '@aws-sdk/client-s3': ['src/main/storage/bucket/'],
  undici: ['src/main/llm/', 'src/main/media/'],
};

const files = filesBelow('src');
const graph = importGraph(files);
const imported = new Set([...graph.values()].flatMap((targets) => [...targets]));
const all = [...files, ...['test', 'scripts', 'bin'].flatMap(filesBelow)];

/** All of them are parsed, which takes longer than a test may. */
let long: ReturnType<typeof longFunctions>;
beforeAll(() => {
  long = all.flatMap((file) => longFunctions(file, MAX_FUNCTION_LINES));
});

describe('architecture', () => {
  it('has no circle of files, of types either', () => {
    expect(circlesIn(graph)).toEqual([]);
  });

  it('has no arrow between folders that runs up', () => {
    const places = new Map<string, Set<string>>();
    for (const [file, targets] of graph) {
      const place = placeOf(file);
      const others = [...targets].map(placeOf).filter((other) => other !== place);
      places.set(place, new Set([...(places.get(place) ?? []), ...others]));
    }
    expect(circlesIn(places)).toEqual([]);
  });

  it('lets each folder import only what it may', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ path, types }) => path !== null && !mayImport(file, path, types))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('knows every folder', () => {
    const known = [...ABOVE_ALL, ...Object.keys(MAY_IMPORT)];
    const strange = files.filter((file) => !isAtRoot(file) && !isBelow(file, known));
    expect(strange).toEqual([]);
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
      .filter((file) => file.startsWith('src/main/') && file !== 'src/main/core/clock.ts')
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

function mayImport(file: string, path: string, types: boolean): boolean {
  const place = placeOf(file);
  if (isAtRoot(file)) return true;
  if (isBelow(path, [place])) return true;
  if (ABOVE_ALL.includes(place)) return true;
  // Each may use what stands before it.
  const base = BASE.slice(0, BASE.includes(place) ? BASE.indexOf(place) : BASE.length);
  const inMain = file.startsWith('src/main/');
  if (isBelow(path, [...(MAY_IMPORT[place] ?? []), ...(inMain ? base : [])])) return true;
  if (inMain && isAtRoot(path)) return types;
  return types && isBelow(path, MAY_NAME[place] ?? []);
}

/** The folder a file belongs to; each file at the root of src/main stands for itself. */
function placeOf(file: string): string {
  if (isAtRoot(file)) return file;
  return file.split('/', file.startsWith(`${ROOT}/`) ? 3 : 2).join('/');
}

function isAtRoot(file: string): boolean {
  return dirname(file) === ROOT;
}

function isBelow(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

function isAllowedPackage(file: string, target: string): boolean {
  const name = Object.keys(ONLY_IN).find((n) => target === n || target.startsWith(`${n}/`));
  const isShell = isAtRoot(file) && !imported.has(file);
  return name === undefined || isShell || (ONLY_IN[name] ?? []).some((at) => file.startsWith(at));
}
