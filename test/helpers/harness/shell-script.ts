/** Programs of a test's own, as scripts of the shell, which live in folders that are called as anybody likes. */
import { writeFile } from 'node:fs/promises';

/** A text as one word of the shell's, whatever it holds. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes a program; gives its path. */
export async function writeScript(path: string, ...lines: string[]): Promise<string> {
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return path;
}
