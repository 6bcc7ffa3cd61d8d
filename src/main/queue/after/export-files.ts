import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeName } from '../../../shared/exports/automatic-export.ts';
import { type ExportFormat, exportEnding } from '../../../shared/exports/export-options.ts';
import { isNodeError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import { ownFile, userFile } from '../../core/file-paths.ts';
import { placeNew, writePart } from '../../core/user-folders.ts';
import type { ExportedFile, Exporting } from '../../repositories/automatic-export.repository.ts';

export type RenderExport = (
  id: string,
  format: ExportFormat,
  signal: AbortSignal,
) => Promise<readonly Uint8Array[]>;

type ExportPorts = {
  folder: string;
  /** The name without extension; a number follows if files of others already have it. */
  stem: string;
  formats: readonly ExportFormat[];
  render: RenderExport;
  /** Records what is written or about to be. */
  note: (work: Exporting) => Promise<void>;
  signal: AbortSignal;
};

/**
 * Writes the files of a transcription into a folder, under one name. Continues what an earlier attempt left: a file
 * that exists is not written again, and one whose name was recorded is recognized by its bytes.
 * @throws what the file system and `render` throw
 */
export async function writeExports(work: Exporting, ports: ExportPorts): Promise<void> {
  const { folder, formats, render, note, signal } = ports;
  if (work.folder !== folder) {
    await removeParts(work);
    Object.assign(work, { folder, files: [] });
  }
  await note(work);
  for (const file of work.files.filter(({ placed }) => !placed)) await settle(work, file, folder);
  const missing = () =>
    formats.filter((format) => work.files.every((file) => file.format !== format));
  const refused = new Set<string>();
  for (const format of missing()) {
    const part = ownFile(folder, partName(work.id, format));
    try {
      signal.throwIfAborted();
      const pieces = await render(work.id, format, signal);
      await writePart(part, pieces);
      failpoint('export.written');
      const sha256 = digest(pieces);
      for (let placed = false; !placed; ) {
        const name = `${await chooseStem(work, ports, { missing: missing(), refused })}.${exportEnding(format)}`;
        const file: ExportedFile = { format, name, sha256, placed };
        await note({ ...work, files: [...work.files, file] });
        placed = await tryToPlace(part, userFile(folder, name));
        if (placed) work.files.push({ ...file, placed });
        else refused.add(comparable(name));
      }
      failpoint('export.placed');
      await note(work);
    } finally {
      await rm(part, { force: true });
    }
  }
}

/** Hidden, and never with an extension of recordings. */
const partName = (id: string, format: ExportFormat) => `.${id}.${format}.part`;

/** Removes half-written files that a crash left in the folder used last. */
export async function removeParts({ id, folder }: Exporting): Promise<void> {
  const names = folder === null ? [] : await readdir(folder).catch(() => []);
  for (const name of names) {
    const isPart = name.startsWith(`.${id}.`) && name.endsWith('.part');
    if (isPart) await rm(join(folder ?? '', name), { force: true });
  }
}

/** A file whose name was recorded before the service stopped: either it exists, or its name is dropped. */
async function settle(work: Exporting, file: ExportedFile, folder: string): Promise<void> {
  const path = userFile(folder, file.name);
  const facts = await stat(path).catch(() => null);
  const isThere = facts?.isFile() === true && (await sha256OfFile(path)) === file.sha256;
  if (isThere) {
    file.placed = true;
    await rm(ownFile(folder, partName(work.id, file.format)), { force: true });
    return;
  }
  // It reserved the name where there are no hard links.
  if (facts?.isFile() && facts.size === 0) await rm(path, { force: true });
  work.files.splice(work.files.indexOf(file), 1);
}

/** The common name of existing files, else made from the pattern; unused for all missing ones. */
async function chooseStem(
  work: Exporting,
  { folder, stem }: Pick<ExportPorts, 'folder' | 'stem'>,
  { missing, refused }: { missing: readonly ExportFormat[]; refused: ReadonlySet<string> },
): Promise<string> {
  const names = new Set([...(await readdir(folder)).map(comparable), ...refused]);
  const isTaken = (name: string) =>
    missing.some((format) => names.has(comparable(`${name}.${format}`)));
  const [mate] = work.files;
  const same = mate?.name.slice(0, -`.${mate.format}`.length);
  return same !== undefined && !isTaken(same) ? same : freeName(stem, isTaken);
}

/** Some file systems ignore case and the way accented letters are encoded. */
const comparable = (name: string) => name.normalize('NFC').toLowerCase();

async function tryToPlace(part: string, path: string): Promise<boolean> {
  try {
    await placeNew(part, path);
    return true;
  } catch (error) {
    if (isNodeError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

function digest(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
