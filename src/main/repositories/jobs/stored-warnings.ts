/** The warnings of a transcription, as the JSON of its row. */
import { z } from 'zod';
import { Warning, type WarningCode } from '../../../shared/transcription/transcription.ts';

const Warnings = z.array(Warning);

export const readWarnings = (json: string): Warning[] => Warnings.parse(JSON.parse(json));

/** Those of other codes, and what takes the place of the rest. */
export function replaceWarnings(
  json: string,
  codes: readonly WarningCode[],
  fresh: readonly Warning[] = [],
): string {
  const others = readWarnings(json).filter(({ code }) => !codes.includes(code));
  return JSON.stringify([...others, ...fresh]);
}
