import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import type { Core } from '../../../src/main/core.ts';
import { readSpeechModelHeader } from '../../../src/main/models/model-file.ts';
import { createModelStore } from '../../../src/main/models/model-store.ts';
import { JobOptions } from '../../../src/main/repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { createModelService } from '../../../src/main/services/models/model.service.ts';
import { MODEL_CATALOGUE } from '../../../src/shared/models/model-catalogue.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/shared/settings.ts';
import { ENGLISH, MULTILINGUAL, modelBytes } from '../../helpers/engines/model-bytes.ts';
import { openCore } from '../../helpers/harness/core.ts';
import { newJob } from '../../helpers/harness/new-job.ts';

let base: string;
let core: Core;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'steno-test-'));
  await writeFile(join(base, 'demo.bin'), modelBytes(MULTILINGUAL));
  const { core: opened, stop } = openCore(join(base, 'data'));
  core = opened;
  return async () => {
    await stop();
    await rm(base, { recursive: true, force: true });
  };
});

const open = (check: (path: string) => Promise<void> = async () => {}) =>
  createModelStore({
    folder: join(base, 'models'),
    extension: '.bin',
    builtIn: { name: 'demo', file: join(base, 'demo.bin') },
    catalogue: MODEL_CATALOGUE,
    readHeader: readSpeechModelHeader,
    check,
  });
const stored = async () => {
  const entries = await readdir(join(base, 'models'), { recursive: true }).catch(() => []);
  return entries.filter((entry) => entry !== 'incoming').sort();
};
const add = (filename: string, bytes: Buffer, options: { name?: string } = {}) =>
  open().receive(Readable.from([bytes]), { filename, confirmed: true, ...options });

describe('the model store', () => {
  test('has the demo model from the start', async () => {
    expect(await open().list()).toMatchObject([
      { name: 'demo', builtIn: true, multilingual: true, trust: 'built_in' },
    ]);
  });

  test('names a model by its file, and lists it before the demo model', async () => {
    const added = await add('ggml-base.en.bin', modelBytes(ENGLISH));
    expect(added).toMatchObject({
      name: 'base.en',
      builtIn: false,
      multilingual: false,
      bytes: 64,
    });
    expect((await open().list()).map(({ name }) => name)).toEqual(['base.en', 'demo']);
    expect(await stored()).toEqual(['base.en.bin', 'base.en.bin.json']);
  });

  test('leaves nothing of a file that fails the check', async () => {
    const store = open(() => Promise.reject(new AppError('model_invalid')));
    const content = Readable.from([modelBytes(MULTILINGUAL)]);
    const adding = store.receive(content, { filename: 'ggml-bad.bin', confirmed: true });
    await expect(adding).rejects.toMatchObject({ code: 'model_invalid' });
    expect(await stored()).toEqual([]);
  });

  test('leaves nothing of a file whose bytes stop coming', async () => {
    const broken = Readable.from(
      (async function* () {
        yield modelBytes(MULTILINGUAL);
        throw new Error('gone');
      })(),
    );
    await expect(
      open().receive(broken, { filename: 'ggml-cut.bin', confirmed: true }),
    ).rejects.toThrow('gone');
    expect(await stored()).toEqual([]);
  });

  test.each(['demo', '../escape', '.hidden', 'a b', '', 'x'.repeat(101)])(
    'takes no model named %j',
    async (name) => {
      await expect(add('ggml-fine.bin', modelBytes(MULTILINGUAL), { name })).rejects.toMatchObject({
        code: 'invalid_request',
      });
      expect(await stored()).toEqual([]);
    },
  );

  test('writes over no other model of the same name, and takes the same one twice', async () => {
    await add('ggml-tiny.bin', modelBytes(MULTILINGUAL));
    await expect(add('ggml-tiny.bin', modelBytes(MULTILINGUAL, 1))).rejects.toMatchObject({
      code: 'model_exists',
    });
    const again = await add('ggml-tiny.bin', modelBytes(MULTILINGUAL));
    expect(again.name).toBe('tiny');
    expect(await readFile(again.path)).toEqual(modelBytes(MULTILINGUAL));
    await add('ggml-tiny.bin', modelBytes(MULTILINGUAL, 1), { name: 'other' });
    expect((await open().list()).map(({ name }) => name).sort()).toEqual(['demo', 'other', 'tiny']);
  });

  test('finds by name or file and nothing else', async () => {
    const path = join(base, 'ggml-tiny.bin');
    await writeFile(path, modelBytes(MULTILINGUAL));
    expect((await open().find(path)).name).toBe('tiny');
    expect((await open().find('demo')).builtIn).toBe(true);
    await expect(open().find('tiny')).rejects.toMatchObject({ code: 'model_missing' });
    await writeFile(join(base, 'notes.txt'), 'These are notes.');
    await expect(open().find(join(base, 'notes.txt'))).rejects.toMatchObject({
      code: 'model_invalid',
    });
  });
});

describe('who vouches for a model', () => {
  test('one that the catalogue does not know is taken only when a person says so', async () => {
    const content = Readable.from([modelBytes(MULTILINGUAL)]);
    await expect(
      open().receive(content, { filename: 'ggml-base.bin', confirmed: false }),
    ).rejects.toMatchObject({ code: 'model_unconfirmed' });
    expect(await stored()).toEqual([]);
    const { path, trust } = await add('ggml-base.bin', modelBytes(MULTILINGUAL));
    expect(trust).toBe('confirmed');
    await open().verify(path);
  });

  test('a byte that changed since is noticed, even when the date of the file says nothing', async () => {
    const store = open();
    const { path } = await add('ggml-mine.bin', modelBytes(MULTILINGUAL));
    await store.verify(path);
    await writeFile(path, modelBytes(MULTILINGUAL, 1));
    await utimes(path, 0, 0);
    await expect(store.verify(path)).rejects.toMatchObject({ code: 'model_altered' });
    await writeFile(path, modelBytes(MULTILINGUAL));
    await store.verify(path);
  });

  test('a model that was put into the folder waits until a user confirms it', async () => {
    const { path: known } = await add('ggml-known.bin', modelBytes(MULTILINGUAL));
    const path = join(base, 'models', 'ggml-strange.bin');
    await writeFile(path, modelBytes(MULTILINGUAL, 7));
    expect(await open().list()).toMatchObject([
      { name: 'known', trust: 'confirmed' },
      { name: 'strange', trust: 'unknown' },
      { name: 'demo' },
    ]);
    await expect(open().verify(path)).rejects.toMatchObject({ code: 'model_unconfirmed' });
    await open().confirm('strange');
    await open().verify(path);
    // A note beside other bytes vouches for nothing.
    await rename(known, path);
    await expect(open().verify(path)).rejects.toMatchObject({ code: 'model_altered' });
  });
});

describe('the model of a request that names none', () => {
  const service = (configured: string | null, settings: Partial<Settings> = {}) =>
    createModelService(
      { ...core, config: { ...core.config, model: configured } },
      {
        files: open(),
        settings: { get: async () => ({ ...DEFAULT_SETTINGS, ...settings }) },
      },
    );
  const chosen = async (models: ReturnType<typeof service>, language: string | null = null) =>
    (await models.resolve(null, language)).name;

  test('is the configured one, else the first added, else the demo model', async () => {
    expect(await chosen(service(null))).toBe('demo');
    await add('ggml-small.bin', modelBytes(MULTILINGUAL));
    expect(await chosen(service(null))).toBe('small');
    expect(await chosen(service('demo'))).toBe('demo');
  });

  test('is the one set, and the one set for its language', async () => {
    // In the order of their names, too: files that are made at once may share a time.
    for (const name of ['base', 'german', 'small']) {
      await add(`ggml-${name}.bin`, modelBytes(MULTILINGUAL, name.length));
    }
    const settings = { model: 'small', language_models: { de: 'german', fr: 'gone' } };
    expect(await chosen(service(null, settings))).toBe('small');
    expect(await chosen(service(null, settings), 'de')).toBe('german');
    expect(await chosen(service(null, settings), 'fr')).toBe('small');
    expect(await chosen(service('base', settings), 'de')).toBe('base');
    expect(await chosen(service(null, { model: 'gone' }))).toBe('base');
  });

  test('is never one that no one vouches for', async () => {
    await add('ggml-other.bin', modelBytes(MULTILINGUAL));
    await open().remove('other');
    await writeFile(join(base, 'models', 'strange.bin'), modelBytes(MULTILINGUAL, 7));
    expect(await chosen(service(null))).toBe('demo');
    await expect(service(null).resolve('strange', null)).rejects.toMatchObject({
      code: 'model_unconfirmed',
    });
  });

  test('is missing where there is none', async () => {
    await rm(join(base, 'demo.bin'));
    await expect(chosen(service(null))).rejects.toMatchObject({ code: 'model_missing' });
    await expect(chosen(service('gone'))).rejects.toMatchObject({ code: 'model_missing' });
  });

  test('a request names models, never files', async () => {
    const path = join(base, 'ggml-tiny.bin');
    await writeFile(path, modelBytes(MULTILINGUAL));
    await expect(service(null).check(path)).rejects.toMatchObject({ param: 'model' });
    await service(null).check('demo');
  });

  test('a model that unfinished work needs is not deleted', async () => {
    await add('ggml-busy.bin', modelBytes(MULTILINGUAL));
    const options = JobOptions.parse({ model: 'busy' });
    await createTranscriptionRepository(core.db).insert(newJob({ id: 'trs_waiting', options }), {
      idempotency: null,
      reuse: null,
    });
    await expect(service(null).remove('busy')).rejects.toMatchObject({ code: 'model_in_use' });
    expect(await stored()).toContain('busy.bin');
  });
});
