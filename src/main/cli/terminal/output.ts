import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Client } from '../../../shared/client.ts';
import type { ExportInput } from '../../../shared/exports/options.ts';
import { AppError } from '../../errors.ts';

/**
 * Where a command's transcripts go: to stdout, or a file each into a folder. Recordings of the same name get
 * files of different names; files of earlier runs are replaced.
 */
export function createOutput(
  client: Client,
  { out, ...options }: ExportInput & { out: string | null },
) {
  const written = new Set<string>();
  return {
    /**
     * Names the file after the recording, or `stem`.
     * @throws invalid_request for a DOCX file on a terminal
     */
    async write(id: string, stem: string | null = null): Promise<void> {
      if (out === null && options.format === 'docx' && process.stdout.isTTY) {
        throw new AppError('invalid_request', {
          message: 'A DOCX file is not for a terminal. Name a folder with --out.',
        });
      }
      const { filename, file } = await client.exportTranscription(id, options);
      const bytes = await file.bytes();
      if (out === null) {
        process.stdout.write(bytes);
        return;
      }
      await mkdir(out, { recursive: true });
      const path = join(
        out,
        freeName(stem === null ? filename : stem + extname(filename), written),
      );
      await writeFile(path, bytes);
      process.stderr.write(`${path}\n`);
    },
  };
}

function freeName(filename: string, taken: Set<string>): string {
  const extension = extname(filename);
  const stem = filename.slice(0, filename.length - extension.length);
  let name = filename;
  // Some file systems take upper and lower case for the same.
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${stem} ${copy}${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
