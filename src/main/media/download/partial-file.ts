/** An unfinished download: `<destination>.part` and, when it can be resumed, `<destination>.part.json`. */
import { hash } from 'node:crypto';
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { publishFile } from '../../core/durable-files.ts';
import { isNodeError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { readJsonFile } from '../../core/json-file.ts';

const Sidecar = z.object({
  /** SHA-256 of the submitted URL; the URL itself may contain secrets. */
  source: z.string(),
  /** A strong ETag or a Last-Modified date, sent back as If-Range (RFC 9110 §13.1.5). */
  validator: z.string(),
});

export type ResumePoint = { offset: number; validator: string };

export type PartialFile = ReturnType<typeof createPartialFile>;

export function createPartialFile(destination: string, url: string) {
  const part = `${destination}.part`;
  const sidecar = `${part}.json`;
  const source = hash('sha256', url);

  return {
    /** Where an earlier attempt stopped; `null` when the download must start over. */
    async resumePoint(): Promise<ResumePoint | null> {
      const [size, known] = await Promise.all([sizeOf(part), readSidecar(sidecar)]);
      if (size === 0 || known?.source !== source) return null;
      return { offset: size, validator: known.validator };
    },
    /** Opens an empty file; without a validator it cannot be resumed. */
    async restart(validator: string | null): Promise<FileHandle> {
      // In this order a crash cannot leave old bytes beside a new validator.
      await rm(sidecar, { force: true });
      const file = await open(part, 'w');
      failpoint('fetch.begun');
      if (validator !== null) await writeFile(sidecar, JSON.stringify({ source, validator }));
      return file;
    },
    /** Opens for appending. */
    resume: (): Promise<FileHandle> => open(part, 'a'),
    /** Turns it into the finished file. */
    async publish(): Promise<void> {
      failpoint('fetch.received');
      await publishFile(part, destination);
      failpoint('fetch.renamed');
      await rm(sidecar, { force: true });
    },
    async discard(): Promise<void> {
      await rm(sidecar, { force: true });
      await rm(part, { force: true });
    },
  };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** A missing or damaged sidecar only means that the download starts over. */
const readSidecar = (file: string) => readJsonFile(file, Sidecar);
