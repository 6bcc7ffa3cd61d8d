import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError, isNodeError } from '../errors.ts';

/** A Whisper model file on this machine. */
export type ModelFile = {
  name: string;
  path: string;
  bytes: number;
  multilingual: boolean;
  /** The small built-in one. */
  demo: boolean;
  addedAt: number;
};

/** `ggml` as a little-endian integer: the first four bytes of whisper.cpp's model files. */
const MAGIC = 0x67676d6c;
/** English-only models have 51,864 tokens, all others more. */
const ENGLISH_VOCAB = 51_864;
const EXTENSION = '.bin';
const DEMO = 'demo';

export type ModelStore = ReturnType<typeof createModelStore>;

/** The models of a data folder and the one that came with the program. */
export function createModelStore({
  folder,
  demoFile,
  check,
}: {
  folder: string;
  demoFile: string;
  /** Reads a file whole and throws `model_invalid` when it is not a sound model. */
  check: (path: string) => Promise<void>;
}) {
  const list = async (): Promise<ModelFile[]> => {
    const names = (await readdir(folder).catch(() => [])).filter((n) => extname(n) === EXTENSION);
    const added = await Promise.all(names.map((n) => describe(join(folder, n), false)));
    const demo = await describe(demoFile, true);
    return [...added, demo].filter((model) => model !== null).sort(oldestFirst);
  };

  return {
    folder,
    /** The first added one first, the demo model last. */
    list,

    /** A model by its name, or by a file's path. @throws model_missing, model_invalid */
    async find(nameOrPath: string): Promise<ModelFile> {
      const known = (await list()).find((model) => model.name === nameOrPath);
      if (known) return known;
      if (!(await isFile(nameOrPath))) {
        throw new AppError('model_missing', {
          param: 'model',
          message: `There is no model named "${nameOrPath}". "steno models list" shows those there are.`,
        });
      }
      const model = await describe(nameOrPath, false);
      if (!model) throw new AppError('model_invalid');
      return model;
    },

    /** Checks a file whole, then copies it under its own or the given name. */
    async add(path: string, name = modelName(path)): Promise<ModelFile> {
      if (!/^[\w.-]{1,100}$/.test(name) || name === DEMO) {
        throw new AppError('invalid_request', {
          param: 'name',
          message: 'A model name has up to 100 letters, digits, dots and dashes and is not "demo".',
        });
      }
      if (!(await isFile(path))) {
        throw new AppError('model_missing', { message: `There is no file ${path}.` });
      }
      await check(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const target = join(folder, name + EXTENSION);
      try {
        await copyFile(path, `${target}.part`);
        await rename(`${target}.part`, target);
      } catch (error) {
        await rm(`${target}.part`, { force: true });
        throw error;
      }
      const added = await describe(target, false);
      if (!added) throw new AppError('model_invalid');
      return added;
    },

    /** @throws not_found; the demo model stays, since it belongs to the program. */
    async remove(name: string): Promise<void> {
      const model = (await list()).find((candidate) => candidate.name === name && !candidate.demo);
      if (!model) {
        throw new AppError('not_found', { message: `There is no added model named "${name}".` });
      }
      await rm(model.path);
    },
  };
}

/** A look at the header only, so that a list is quick; null for what is no model at all. */
async function describe(path: string, demo: boolean): Promise<ModelFile | null> {
  try {
    await using file = await open(path, 'r');
    const header = Buffer.alloc(8);
    const { bytesRead } = await file.read(header, 0, 8, 0);
    if (bytesRead < 8 || header.readUInt32LE(0) !== MAGIC) return null;
    const { size, birthtimeMs } = await file.stat();
    return {
      name: demo ? DEMO : modelName(path),
      path,
      bytes: size,
      multilingual: header.readInt32LE(4) > ENGLISH_VOCAB,
      demo,
      addedAt: birthtimeMs,
    };
  } catch (error) {
    if (isNodeError(error)) return null;
    throw error;
  }
}

function oldestFirst(a: ModelFile, b: ModelFile): number {
  return Number(a.demo) - Number(b.demo) || a.addedAt - b.addedAt;
}

/** `ggml-base.en.bin` is the model `base.en`. */
function modelName(path: string): string {
  return basename(path, extname(path)).replace(/^ggml-/, '');
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
