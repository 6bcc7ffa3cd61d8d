import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isPlainName } from '../../shared/file-name.ts';
import { formatBytes } from '../../shared/size.ts';
import { renameDurably, writeStream } from '../core/durable-files.ts';
import { AppError } from '../core/errors.ts';
import { sha256OfFile } from '../core/file-digest.ts';
import { ownFile } from '../core/file-paths.ts';
import { isShortage } from '../core/system-errors.ts';
import { isFile } from '../core/user-folders.ts';
import { modelName } from '../engine/engine.ts';
import { createDigests, type ModelHeader } from './model-file.ts';

/** Who vouches for a model: the program, the catalogue, the user who confirmed it, or no one yet. */
export type ModelTrust = 'built_in' | 'catalogue' | 'confirmed' | 'unknown';

/** A model file on this machine, with the facts from its header. */
export type ModelFile<Header extends ModelHeader> = Header & {
  name: string;
  path: string;
  /** The small model that ships with the program. */
  builtIn: boolean;
  trust: ModelTrust;
};

/** A model whose exact bytes are known. */
export type KnownModel = { name: string; bytes: number; sha256: string };

export type ModelStore<Header extends ModelHeader> = ReturnType<typeof createModelStore<Header>>;

/** The models of one kind in a data folder, and the built-in one. */
export function createModelStore<Header extends ModelHeader>({
  folder,
  extension,
  builtIn,
  catalogue,
  readHeader,
  check,
  refuse = async () => {},
}: {
  folder: string;
  /** The file extension that identifies this kind in the folder, such as `.bin`. */
  extension: string;
  builtIn: { name: string; file: string };
  /** Models that are trusted without confirmation. */
  catalogue: readonly KnownModel[];
  /** Reads a file's header; null for a file that is not a model. */
  readHeader: (path: string) => Promise<Header | null>;
  /** Reads a whole file and throws `model_invalid` unless it is a sound model. */
  check: (path: string) => Promise<void>;
  /** Throws `model_invalid` saying what a file is that is no sound model; loads nothing of it. */
  refuse?: (path: string) => Promise<void>;
}) {
  /** Files being added; nothing here has been loaded yet. */
  const incoming = join(folder, 'incoming');
  const digest = createDigests();
  const inCatalogue = (sha256: string) => catalogue.find((model) => model.sha256 === sha256);
  const pathOf = (name: string) => ownFile(folder, name + extension);

  const describe = async (
    path: string,
    trustOf: (path: string) => Promise<ModelTrust>,
  ): Promise<ModelFile<Header> | null> => {
    const header = await readHeader(path);
    if (!header) return null;
    const trust = await trustOf(path);
    const isBuiltIn = trust === 'built_in';
    return {
      ...header,
      name: isBuiltIn ? builtIn.name : modelName(path),
      path,
      builtIn: isBuiltIn,
      trust,
    };
  };

  const list = async (): Promise<ModelFile<Header>[]> => {
    const names = (await namesIn(folder)).filter((name) => extname(name) === extension);
    const added = await Promise.all(names.map((n) => describe(join(folder, n), trustIn)));
    const own = await describe(builtIn.file, async () => 'built_in');
    return [...added, own].filter((model) => model !== null).sort(oldestFirst);
  };

  const required = async (name: string): Promise<ModelFile<Header>> => {
    const model = (await list()).find((candidate) => candidate.name === name && !candidate.builtIn);
    if (model) return model;
    throw new AppError('not_found', { message: `There is no added model named "${name}".` });
  };

  /** Moves a file from the incoming folder to its final name, or throws and leaves it to the caller. */
  const settle = async (
    file: string,
    { name, sha256, confirmed }: { name: string; sha256: string; confirmed: boolean },
  ): Promise<ModelFile<Header>> => {
    const present = (await list()).find((model) => model.name === name);
    if (present && (await digest(present.path)) === sha256) {
      await writeNote(present.path, { sha256, confirmed });
      return { ...present, trust: confirmed ? 'confirmed' : 'catalogue' };
    }
    if (present) {
      throw new AppError('model_exists', {
        message: `There is another model named "${name}". Remove it first, or give this one another name.`,
      });
    }
    await check(file);
    await writeNote(pathOf(name), { sha256, confirmed });
    await renameDurably(file, pathOf(name));
    const added = await describe(pathOf(name), trustIn);
    if (!added) throw new AppError('model_invalid');
    return added;
  };

  return {
    folder,
    incoming,
    /** In the order they were added, the built-in model last. */
    list,

    /** Finds a model by name or by file path. @throws model_missing, model_invalid */
    async find(nameOrPath: string): Promise<ModelFile<Header>> {
      const known = (await list()).find((model) => model.name === nameOrPath);
      if (known) return known;
      if (!(await isFile(nameOrPath))) {
        throw new AppError('model_missing', {
          param: 'model',
          message: `There is no model named "${nameOrPath}". "steno models list" shows those there are.`,
        });
      }
      const model = await describe(nameOrPath, async () => 'confirmed');
      if (!model) await refuse(nameOrPath);
      if (!model) throw new AppError('model_invalid');
      return model;
    },

    /**
     * Checks, before an engine loads a model, that it is byte for byte the one that was added; resolves to its SHA-256.
     * A file given by its path and the built-in model are not checked further.
     * @throws model_altered, model_unconfirmed
     */
    async verify(path: string): Promise<string> {
      const [sha256, note] = [await digest(path), await readNote(path)];
      if (resolve(dirname(path)) !== resolve(folder)) return sha256;
      if (note !== null && note.sha256 !== sha256) throw new AppError('model_altered');
      if (note?.confirmed || (note && inCatalogue(sha256))) return sha256;
      if (!inCatalogue(sha256)) throw new AppError('model_unconfirmed');
      await writeNote(path, { sha256, confirmed: false });
      return sha256;
    },

    /**
     * Stores the bytes of a model. A model the catalogue does not know requires `confirmed`; a known one gets its
     * catalogue name unless another is given.
     * @throws invalid_request, model_exists, model_invalid, model_unconfirmed
     */
    async receive(
      content: Readable,
      options: { filename: string; name?: string | undefined; confirmed: boolean },
      signal?: AbortSignal,
    ): Promise<ModelFile<Header>> {
      const fallback = options.name ?? modelName(options.filename);
      requireName(fallback, builtIn.name);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const file = join(incoming, `${randomUUID()}.import`);
      try {
        await writeStream(file, (target) => pipeline(content, target, signal ? { signal } : {}));
        const sha256 = await sha256OfFile(file, signal);
        const known = inCatalogue(sha256);
        if (!known && !options.confirmed) {
          // Do not ask the user to confirm a file that is not a model, or is a damaged one.
          await refuse(file);
          throw new AppError((await readHeader(file)) ? 'model_unconfirmed' : 'model_invalid');
        }
        const name = options.name ?? known?.name ?? fallback;
        return await settle(file, { name, sha256, confirmed: !known });
      } finally {
        await rm(file, { force: true });
      }
    },

    /** Installs a downloaded file from the incoming folder, which must be exactly this model. @throws model_altered */
    async install(
      file: string,
      { name, sha256, bytes }: KnownModel,
      signal?: AbortSignal,
    ): Promise<ModelFile<Header>> {
      try {
        if ((await sha256OfFile(file, signal)) !== sha256) {
          throw new AppError('model_altered', {
            message: `What arrived is not the model "${name}" (${formatBytes(bytes)}) and was thrown away. Try again, or check the address that models are downloaded from.`,
          });
        }
        return await settle(file, { name, sha256, confirmed: false });
      } finally {
        // After an abort the file is kept whole, and the next download resumes from it.
        if (!signal?.aborted) await rm(file, { force: true });
      }
    },

    /** The user vouches for a model that was copied into the folder by hand or was altered. @throws not_found */
    async confirm(name: string): Promise<ModelFile<Header>> {
      const { path } = await required(name);
      await check(path);
      const sha256 = await digest(path);
      await writeNote(path, { sha256, confirmed: inCatalogue(sha256) === undefined });
      return required(name);
    },

    /** @throws not_found, also for the built-in model, which belongs to the program. */
    async remove(name: string): Promise<void> {
      const { path } = await required(name);
      await rm(path);
      await rm(noteFile(path), { force: true });
    },
  };
}

/** Empty when the folder does not exist yet. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isShortage(error)) throw error;
    return [];
  });
}

async function trustIn(path: string): Promise<ModelTrust> {
  const note = await readNote(path);
  if (!note) return 'unknown';
  return note.confirmed ? 'confirmed' : 'catalogue';
}

const MAX_NAME = 100;

function requireName(name: string, taken: string): void {
  const fits = name.length <= MAX_NAME && isPlainName(name) && !name.startsWith('.');
  if (fits && name !== taken) return;
  throw new AppError('invalid_request', {
    param: 'name',
    message: `A model name has up to ${MAX_NAME} letters, digits, dots and dashes and is not "${taken}".`,
  });
}

function oldestFirst(a: ModelFile<ModelHeader>, b: ModelFile<ModelHeader>): number {
  const age = Number(a.builtIn) - Number(b.builtIn) || a.addedAt - b.addedAt;
  // Files added at the same moment may share a timestamp; sort them by name.
  return age || (a.name < b.name ? -1 : 1);
}

/** Metadata of an added model, stored in a file beside it: the digest of its bytes and who vouches for them. */
const ModelNote = z.object({
  sha256: z.string().length(64),
  /** Whether the user allowed loading it although it is not in the catalogue. */
  confirmed: z.boolean(),
});
export type ModelNote = z.infer<typeof ModelNote>;

/** A missing or damaged note means that nothing is known about the model. */
async function readNote(modelPath: string): Promise<ModelNote | null> {
  try {
    return ModelNote.parse(JSON.parse(await readFile(noteFile(modelPath), 'utf8')));
  } catch (error) {
    if (isShortage(error)) throw error;
    return null;
  }
}

/** Writes the note atomically, so that a crash cannot leave half of it. */
async function writeNote(modelPath: string, note: ModelNote): Promise<void> {
  const file = noteFile(modelPath);
  await writeFile(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function noteFile(modelPath: string): string {
  return `${modelPath}.json`;
}
