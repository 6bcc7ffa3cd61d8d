/** Real English prose that every checkout has: the manuals of packages the lockfile pins. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const MANUALS = ['undici/docs/docs/api', 'pino/docs', '@base-ui/react/docs/react/components'];
const READMES = [
  'better-sqlite3/README.md',
  'commander/Readme.md',
  'execa/readme.md',
  'fast-check/README.md',
  'kysely/README.md',
  'zustand/README.md',
  'ipaddr.js/README.md',
  'nanoid/README.md',
];

/** A document as its sentences, in order. */
export type ProseDocument = { name: string; sentences: string[] };

/** All documents of at least `minSentences` sentences that no document before has said; same order everywhere. */
export function readProse(minSentences: number): ProseDocument[] {
  const manuals = MANUALS.flatMap((folder) =>
    readdirSync(join(MODULES, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name)),
  );
  const seen = new Set<string>();
  return [...manuals, ...READMES]
    .map((path) => {
      const all = [...new Set(markdownSentences(readFileSync(join(MODULES, path), 'utf8')))];
      const sentences = all.filter((sentence) => !seen.has(sentence));
      for (const sentence of sentences) seen.add(sentence);
      return { name: path, sentences };
    })
    .filter(({ sentences }) => sentences.length >= minSentences);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a Markdown text's paragraphs and lists; no code, tables, headings or markup. */
function markdownSentences(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gmu, '\n')
    .replaceAll(/<!--[\s\S]*?-->/gu, '\n')
    .replaceAll(/^(?:#.*|\|.*|>.*|\[.*\]:.*|.*\|.*\|.*)$/gmu, '\n')
    .replaceAll(/^\s*(?:[*+-]|\d+\.)\s+/gmu, '\n\n');
  return prose
    .split(/\n\s*\n/u)
    .map(plainText)
    .flatMap((block) => Array.from(segmenter.segment(block), (part) => part.segment.trim()))
    .filter((text) => /^[\p{Lu}].{20,300}[.!?]$/u.test(text) && text.split(' ').length >= 5);
}

function plainText(block: string): string {
  return block
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/gu, '$1')
    .replaceAll(/`<?\/?([^`>]*?)\/?>?`/gu, '$1')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/[`*_]+/gu, '')
    .replaceAll(/&nbsp;/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
