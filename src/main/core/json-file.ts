import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** What a file of JSON has; null if it is missing, damaged, holds something else, or cannot be read. */
export async function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : (schema.safeParse(parseJson(text)).data ?? null);
}
