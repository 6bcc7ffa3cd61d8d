import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAX_LINES = 350;

/** Leaves of src/main, which any folder of it may import. */
const LEAVES = [
  'channels',
  'child-limits',
  'child-process',
  'child-program',
  'clock',
  'config',
  'errors',
  'events',
  'failpoint',
  'file-digest',
  'ids',
  'logger',
  'node-child',
  'priority',
].map((name) => `src/main/${name}.ts`);

/** What each folder may import of the project's own files, besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/shared': [],
  'src/main/media': ['src/shared', ...LEAVES],
  'src/main/engine': ['src/shared', ...LEAVES],
  'src/main/speakers': ['src/shared', ...LEAVES],
  'src/main/structure': ['src/shared', ...LEAVES],
  'src/main/llm': ['src/shared', 'src/main/structure', ...LEAVES],
  'src/main/webhooks': ['src/shared', ...LEAVES],
  'src/main/repositories': ['src/shared', ...LEAVES],
  'src/main/queue': [
    'src/shared',
    'src/main/repositories',
    'src/main/media',
    'src/main/engine',
    'src/main/speakers',
    'src/main/structure',
    'src/main/webhooks',
    ...LEAVES,
  ],
  'src/main/services': ['src/shared', 'src/main/repositories', ...LEAVES],
  'src/main/http': ['src/shared', 'src/main/services', ...LEAVES],
  'src/main/parts': [
    'src/shared',
    'src/main/repositories',
    'src/main/media',
    'src/main/engine',
    'src/main/speakers',
    'src/main/structure',
    'src/main/llm',
    'src/main/queue',
    'src/main/services',
    ...LEAVES,
  ],
  'src/renderer': ['src/shared', 'src/preload/bridge.d.ts'],
};

/** Packages some folders are the only ones to use. */
const ONLY_IN: Record<string, string[]> = {
  electron: ['src/main/index.ts', 'src/main/electron/', 'src/preload/'],
  kysely: ['src/main/repositories/'],
  'better-sqlite3': ['src/main/repositories/'],
  docx: ['src/main/services/'],
  hono: ['src/main/http/'],
  react: ['src/renderer/'],
  undici: ['src/main/llm/', 'src/main/media/'],
};

const files = sourceFiles('src');

describe('architecture', () => {
  it('lets each folder import only what lies below it', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(root, resolve(root, dirname(file), target)))
        .filter((target) => !mayImport(file, target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps packages where they belong', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !isAllowedPackage(file, target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('lets shared import schemas and what reads HTTP', () => {
    const packages = files
      .filter((file) => file.startsWith('src/shared/'))
      .flatMap((file) => importsOf(file).filter((target) => !target.startsWith('.')));
    expect(new Set(packages)).toEqual(
      new Set(['zod', 'content-disposition', 'eventsource-parser/stream']),
    );
  });

  it('takes time only from the injected clock', () => {
    const wrong = files
      .filter((file) => file.startsWith('src/main/') && file !== 'src/main/clock.ts')
      .filter((file) => /\b(Date\.now|setTimeout|setInterval|performance\.now)\b/.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it(`keeps every file at ${MAX_LINES} lines or fewer`, () => {
    const all = [...files, ...sourceFiles('test'), ...sourceFiles('scripts')];
    const long = all.filter((file) => read(file).split('\n').length > MAX_LINES + 1);
    expect(long).toEqual([]);
  });
});

function mayImport(file: string, target: string): boolean {
  const folder = Object.keys(MAY_IMPORT).find((name) => file.startsWith(`${name}/`));
  if (folder === undefined) return true;
  const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])];
  return allowed.some((prefix) => target === prefix || target.startsWith(`${prefix}/`));
}

function isAllowedPackage(file: string, target: string): boolean {
  const name = Object.keys(ONLY_IN).find((n) => target === n || target.startsWith(`${n}/`));
  return name === undefined || (ONLY_IN[name] ?? []).some((prefix) => file.startsWith(prefix));
}

function importsOf(file: string): string[] {
  const pattern = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)['"]([^'"]+)['"]/g;
  return [...read(file).matchAll(pattern)].map((match) => match[1] ?? '');
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) return sourceFiles(path);
    return /\.(?:ts|tsx|mjs)$/.test(name) ? [path] : [];
  });
}
