import { access, constants, lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Client } from '../../../shared/client.ts';
import { freeName } from '../../../shared/exports/automatic-export.ts';
import {
  type ExportFormat,
  type ExportInput,
  exportEnding,
} from '../../../shared/exports/export-options.ts';
import { AppError, isNodeError, succeeds } from '../../core/errors.ts';
import { userFile } from '../../core/file-paths.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { placeNew, writePart } from '../../core/user-folders.ts';
import { plainLine, plainText } from './plain-text.ts';

export type OutputOptions = {
  /** One, or several if there is a folder. */
  formats: readonly ExportFormat[];
  export: Omit<ExportInput, 'format'>;
  /** The folder to write into, or null for stdout. */
  out: string | null;
  /** Whether existing files are replaced. */
  force: boolean;
};

/** An output file of a recording; stdout if there is no path. */
export type Target = { format: ExportFormat; path: string | null };

/** The files to write, and why others may not be written. */
export type Plan = { targets: Target[]; refused: AppError[] };

const NO_TEXT: readonly ExportFormat[] = ['docx', 'pdf', 'qdpx'];

/** Creates the folder before anything is transcribed. @throws invalid_request when it is not writable */
export async function prepareOutput({ formats, out }: OutputOptions): Promise<void> {
  if (out !== null) await openFolder(out);
  else if (process.stdout.isTTY && formats.some((format) => NO_TEXT.includes(format))) {
    throw new AppError('invalid_request', {
      message: 'DOCX, PDF and QDPX files are not for a terminal. Name a folder with --out.',
    });
  }
}

/**
 * Writes a command's transcripts to stdout, or to files in a folder. Recordings with the same name get distinct files;
 * an existing file is replaced only with `force`.
 */
export function createOutput(
  client: Client,
  { formats, export: options, out, force }: OutputOptions,
  { onWritten }: { onWritten: (path: string) => void },
) {
  const taken = new Set<string>();
  // Some file systems are case-insensitive.
  const isTaken = (name: string) => taken.has(name.toLowerCase());

  const writeOne = async (id: string, { format, path }: Target): Promise<void> => {
    const { file } = await client.exportTranscription(id, { ...options, format });
    const bytes = await file.bytes();
    if (path === null) {
      // A program that reads the output gets the file as it is.
      process.stdout.write(process.stdout.isTTY ? plainText(Buffer.from(bytes).toString()) : bytes);
      return;
    }
    await writeNew(path, bytes, { force });
    onWritten(path);
  };

  return {
    /** The files for a recording named `stem`, and why others may not be written. */
    async plan(stem: string): Promise<Plan> {
      if (out === null)
        return { targets: formats.map((format) => ({ format, path: null })), refused: [] };
      const name = freeName(stem, isTaken);
      taken.add(name.toLowerCase());
      const language = options.language === undefined ? '' : `.${options.language}`;
      return planFiles(out, `${name}${language}`, { formats, force });
    },

    /** Writes a transcription; returns the errors of files that could not be written. */
    async write(id: string, targets: readonly Target[]): Promise<unknown[]> {
      const failures: unknown[] = [];
      for (const target of targets) {
        await writeOne(id, target).catch((error: unknown) => failures.push(error));
      }
      return failures;
    },
  };
}

/** The files named `name` in a folder; existing ones are refused unless they may be replaced. */
export async function planFiles(
  folder: string,
  name: string,
  { formats, force }: Pick<OutputOptions, 'formats' | 'force'>,
): Promise<Plan> {
  const [targets, refused]: [Target[], AppError[]] = [[], []];
  for (const format of formats) {
    const path = userFile(folder, `${name}.${exportEnding(format)}`);
    if (!force && (await succeeds(lstat(path)))) refused.push(alreadyThere(path));
    else targets.push({ format, path });
  }
  return { targets, refused };
}

async function openFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new AppError('invalid_request', { message: whyNot(folder, error), cause: error });
  }
}

function whyNot(folder: string, error: unknown): string {
  const code = isNodeError(error) ? error.code : undefined;
  if (code === 'EEXIST') return `--out takes a folder, but ${folder} is a file.`;
  if (code === 'ENOTDIR') return `The folder ${folder} cannot be made: part of its path is a file.`;
  return `The folder ${folder} cannot be written to.`;
}

/** Whole or not at all, also when the command is killed; a file created there since the check is kept too. */
export async function writeNew(
  path: string,
  bytes: Uint8Array,
  { force }: { force: boolean },
): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    await writePart(part, [bytes]);
    await (force ? rename(part, path) : placeNew(part, path));
  } catch (error) {
    await rm(part, { force: true });
    if (!isNodeError(error) || error.code === 'ENOSPC') throw error;
    if (error.code === 'EEXIST') throw alreadyThere(path);
    const message = `The file ${path} cannot be written (${error.code}).`;
    throw new AppError('invalid_request', { message, cause: error });
  }
}

export function alreadyThere(path: string): AppError {
  return new AppError('invalid_request', {
    message: `The file ${path} is already there. Add --force to replace it.`,
  });
}

/** Prints an API response, for programs to read. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Columns as wide as their widest cell, separated by two spaces. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows].map((row) => row.map(plainLine));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** `2026-11-22 17:03`, in UTC like all times of the API. */
export function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
