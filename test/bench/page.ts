import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/performance.md');

/**
 * Replaces one section of docs/performance.md, or adds it; other sections stay. A section is Markdown that starts
 * with its `## ` heading.
 */
export function writeSection(section: string): void {
  const heading = section.slice(0, section.indexOf('\n'));
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '# Performance\n';
  const start = text.indexOf(heading);
  const next = start < 0 ? -1 : text.indexOf('\n## ', start + 1);
  const before = (start < 0 ? text : text.slice(0, start)).trimEnd();
  const after = next < 0 ? '' : `\n${text.slice(next + 1)}`;
  writeFileSync(page, `${before}\n\n${section}${after}`);
}
