/** Static analysis of the sources, for `npm run house` and the architecture test. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ESTree, parseAst, Visitor } from 'vite';
import { root } from './checks.ts';

type FunctionLines = { file: string; name: string; lines: number };

type Node = { start: number; end: number; id?: { name: string } | null };

/** Every source file below a folder, as a path from the root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What a file imports; `path` is that of a file of our own, from the root. */
type Import = { target: string; types: boolean; path: string | null };

export function importsOf(file: string): Import[] {
  const pattern =
    /^(?:import|export)\s+(type\s)?[^'";]*?\bfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...read(file).matchAll(pattern)].map(([, types, from, bare, later]) => {
    const target = from ?? bare ?? later ?? '';
    const path = target.startsWith('.') ? join(dirname(file), target) : null;
    return { target, types: types !== undefined, path };
  });
}

/** The files of our own that each file imports, types included. */
export function importGraph(files: readonly string[]): Map<string, Set<string>> {
  return new Map(
    files.map((file) => [file, new Set(importsOf(file).flatMap(({ path }) => path ?? []))]),
  );
}

/** The ways that lead back to where they began, at least one for each circle there is. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const way: string[] = [];
  const visit = (node: string): void => {
    const at = way.indexOf(node);
    if (at >= 0) found.push([...way.slice(at), node].join(' → '));
    if (seen.has(node)) return;
    seen.add(node);
    way.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    way.pop();
  };
  for (const node of graph.keys()) visit(node);
  return found;
}

const parsed = new Map<string, ESTree.Program>();

function syntaxOf(file: string): ESTree.Program {
  const known = parsed.get(file);
  if (known) return known;
  const lang = file.endsWith('x') ? 'tsx' : file.endsWith('.mjs') ? 'js' : 'ts';
  const program = parseAst(read(file), { lang });
  parsed.set(file, program);
  return program;
}

export type Expression = { line: number; source: string; flags: string };

/** The regular expressions of a file, also those put together of its constants. @throws for what cannot be read here */
export function expressionsOf(file: string): Expression[] {
  const text = read(file);
  const constants = new Map<string, ESTree.Expression>();
  const found: Expression[] = [];
  const add = (start: number, source: string, flags: string) =>
    void found.push({ line: text.slice(0, start).split('\n').length, source, flags });
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
  }).visit(syntaxOf(file));
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: ({ callee, start, arguments: [source, flags] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || !source) return;
      add(start, textOf(source, constants), flags ? textOf(flags, constants) : '');
    },
  }).visit(syntaxOf(file));
  return found;
}

function textOf(node: ESTree.Node, constants: ReadonlyMap<string, ESTree.Expression>): string {
  if (node.type === 'Literal' && 'regex' in node) return node.regex.pattern;
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'Identifier') {
    const constant = constants.get(node.name);
    if (constant) return textOf(constant, constants);
  }
  const raw = node.type === 'TaggedTemplateExpression';
  const template = raw ? node.quasi : node;
  if (template.type === 'TemplateLiteral') {
    const { quasis, expressions } = template;
    const texts = quasis.map(({ value }) => (raw ? value.raw : (value.cooked ?? '')));
    const values = expressions.map((expression) => textOf(expression, constants));
    return texts.map((part, at) => `${part}${values[at] ?? ''}`).join('');
  }
  throw new Error(`An expression is made of ${node.type}, which cannot be read in its file.`);
}

/** The functions with more than `most` lines, not counting nested functions. */
export function longFunctions(file: string, most: number): FunctionLines[] {
  const source = read(file);
  const breaks = [...source.matchAll(/\n/g)].map(({ index }) => index);
  if (breaks.length <= most) return [];
  const lineAt = (offset: number) => 1 + breaks.filter((at) => at < offset).length;
  const open: { name: string; from: number; inner: number }[] = [];
  const found: FunctionLines[] = [];
  const enter = (node: Node) =>
    void open.push({
      name: node.id?.name ?? `line ${lineAt(node.start)}`,
      from: lineAt(node.start),
      inner: 0,
    });
  const leave = (node: Node) => {
    const self = open.pop();
    if (!self) return;
    const all = lineAt(node.end) - self.from + 1;
    const outer = open.at(-1);
    if (outer && all > 1) outer.inner += all;
    const lines = all - self.inner;
    if (lines > most) found.push({ file, name: self.name, lines });
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  }).visit(syntaxOf(file));
  return found;
}
