import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../docs/measurements');

/**
 * Replaces one section of a page of docs/measurements, or adds it; other sections stay. A section is Markdown that
 * starts with its `## ` heading. docs/performance.md, which has the figures that matter most, is changed by hand.
 */
export function writeSection(name: string, section: string): void {
  const page = join(folder, `${name}.md`);
  const heading = section.slice(0, section.indexOf('\n') + 1);
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(heading);
  const next = start < 0 ? -1 : text.indexOf('\n## ', start + 1);
  const before = (start < 0 ? text : text.slice(0, start)).trimEnd();
  const after = next < 0 ? '' : `\n${text.slice(next + 1)}`;
  writeFileSync(page, `${before}\n\n${section}${after}`);
  process.stderr.write(`Written to ${page}; docs/performance.md is changed by hand.\n`);
}
