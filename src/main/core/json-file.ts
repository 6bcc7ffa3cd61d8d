import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { isNodeError } from './errors.ts';

/** What a file of JSON has; null if it is missing, damaged, or holds something else. */
export async function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (isNodeError(error) && error.code !== 'ENOENT') throw error;
    return null;
  }
}
