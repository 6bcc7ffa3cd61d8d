/** What is written automatically for every finished recording: the schema of the setting, and the file names. */
import { z } from 'zod';
import { limitBytes, MAX_STEM_BYTES, safeName } from '../file-name.ts';
import { ExportFormat } from './export-options.ts';

const TOKENS = ['date', 'title', 'language', 'id'] as const;
type Token = (typeof TOKENS)[number];

const ENDING = '.{ext}';
const EXAMPLE = '{date} {title}.{ext}';
const ANY_TOKEN = /\{([^{}]*)\}/g;

/** How files are called; the extension comes last, so that no export is ever taken for a recording. */
const NamePattern = z
  .string()
  .trim()
  .max(100)
  .refine((pattern) => problemOf(pattern) === null, {
    error: ({ input }) => problemOf(String(input)) ?? undefined,
  })
  .describe(
    'How the files are called: text with `{date}` (of the day it was added), `{title}`, `{language}`, `{id}`, and `.{ext}` at the end.',
  );

function problemOf(pattern: string): string | null {
  if (!pattern.endsWith(ENDING)) return `must end with ${ENDING}, such as ${EXAMPLE}`;
  const stem = pattern.slice(0, -ENDING.length);
  if (/[/\\]/.test(stem)) return 'must have no folders: no / and no \\';
  const wrong = tokensIn(stem).find((token) => !isToken(token));
  if (wrong !== undefined) return `must not have {${wrong}}: there are ${KNOWN}`;
  if (!tokensIn(stem).some((token) => token === 'title' || token === 'id')) {
    return 'must have {title} or {id}, so that recordings can be told apart';
  }
  return null;
}

const KNOWN = '{date}, {title}, {language} and {id}, and .{ext} at the end';
const tokensIn = (stem: string) => [...stem.matchAll(ANY_TOKEN)].map(([, token = '']) => token);
const isToken = (token: string): token is Token => TOKENS.some((known) => known === token);

/** Where the files of finished recordings are written, and as what. */
export const AutomaticExport = z
  .strictObject({
    formats: z
      .array(ExportFormat)
      .min(1)
      .max(ExportFormat.options.length)
      .refine((formats) => new Set(formats).size === formats.length, 'must name each format once'),
    folder: z
      .string()
      .max(4096)
      .nullable()
      .describe('The path of a folder; `null` only with `beside_recording`.'),
    beside_recording: z
      .boolean()
      .default(false)
      .describe(
        'Recordings of the watch folder get their files beside them; the folder is then for all others.',
      ),
    name: NamePattern.default(EXAMPLE),
  })
  .refine(({ folder, beside_recording }) => folder !== null || beside_recording, {
    path: ['folder'],
    error: 'must be given where beside_recording is not set',
  });
export type AutomaticExport = z.infer<typeof AutomaticExport>;

export const AutomaticExportStatus = z
  .object({
    waiting: z
      .int()
      .nonnegative()
      .describe('How many finished recordings are still to be written.'),
    problem: z
      .string()
      .nullable()
      .describe('Why the last of them could not be written, until it can.'),
  })
  .meta({ id: 'AutomaticExportStatus' });
export type AutomaticExportStatus = z.infer<typeof AutomaticExportStatus>;

/** What a name is made of. `date` is written as 2026-11-23. */
type NamedExport = { date: string; title: string; language: string | null; id: string };

/**
 * The name without extension, valid on every system: never a path, never hidden, at most 180 bytes. A long title is
 * shortened, and not what stands behind it.
 */
export function exportStem(pattern: string, { title, ...facts }: NamedExport): string {
  const values: Record<Token, string> = { ...facts, title: '', language: facts.language ?? 'und' };
  const fill = (given: string) =>
    pattern.slice(0, -ENDING.length).replace(ANY_TOKEN, (all, token: string) => {
      if (token === 'title') return given;
      return isToken(token) ? values[token] : all;
    });
  const around = new TextEncoder().encode(fill('')).length;
  return safeName(fill(limitBytes(title, Math.max(0, MAX_STEM_BYTES - around)).trim()));
}

/** The day in the time zone of this machine, as 2026-11-23. */
export function exportDate(time: Date): string {
  const pad = (number: number, digits = 2) => String(number).padStart(digits, '0');
  return [pad(time.getFullYear(), 4), pad(time.getMonth() + 1), pad(time.getDate())].join('-');
}

/** `stem`, or with the first number behind it from 2 on under which nothing is taken. */
export function freeName(stem: string, isTaken: (name: string) => boolean): string {
  let name = stem;
  for (let copy = 2; isTaken(name); copy++) name = `${stem} ${copy}`;
  return name;
}
