import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createModelStore } from '../../src/main/engine/models.ts';
import { AppError } from '../../src/main/errors.ts';
import { createModelService } from '../../src/main/services/model.service.ts';

const MAGIC = 0x67676d6c;
const [ENGLISH, MULTILINGUAL] = [51_864, 51_865];

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'steno-test-'));
  await writeModel('demo.bin', MULTILINGUAL);
  return () => rm(base, { recursive: true, force: true });
});

async function writeModel(name: string, vocab: number): Promise<string> {
  const header = Buffer.alloc(64);
  header.writeUInt32LE(MAGIC, 0);
  header.writeInt32LE(vocab, 4);
  await writeFile(join(base, name), header);
  return join(base, name);
}

const open = (check: (path: string) => Promise<void> = async () => {}) =>
  createModelStore({ folder: join(base, 'models'), demoFile: join(base, 'demo.bin'), check });
const stored = () => readdir(join(base, 'models')).catch(() => []);

describe('the model store', () => {
  test('has the demo model from the start', async () => {
    expect(await open().list()).toMatchObject([{ name: 'demo', demo: true, multilingual: true }]);
  });

  test('names a model by its file, and lists it before the demo model', async () => {
    const added = await open().add(await writeModel('ggml-base.en.bin', ENGLISH));
    expect(added).toMatchObject({ name: 'base.en', demo: false, multilingual: false, bytes: 64 });
    expect((await open().list()).map(({ name }) => name)).toEqual(['base.en', 'demo']);
    expect(await stored()).toEqual(['base.en.bin']);
  });

  test('leaves nothing of a file that fails the check', async () => {
    const store = open(() => Promise.reject(new AppError('model_invalid')));
    const adding = store.add(await writeModel('ggml-bad.bin', MULTILINGUAL));
    await expect(adding).rejects.toMatchObject({ code: 'model_invalid' });
    expect(await stored()).toEqual([]);
  });

  test.each(['demo', '../escape', 'a b', '', 'x'.repeat(101)])(
    'takes no model named %j',
    async (name) => {
      const path = await writeModel('ggml-fine.bin', MULTILINGUAL);
      await expect(open().add(path, name)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await stored()).toEqual([]);
    },
  );

  test('finds by name or file and nothing else', async () => {
    const path = await writeModel('ggml-tiny.bin', MULTILINGUAL);
    expect((await open().find(path)).name).toBe('tiny');
    expect((await open().find('demo')).demo).toBe(true);
    await expect(open().find('tiny')).rejects.toMatchObject({ code: 'model_missing' });
    await writeFile(join(base, 'notes.txt'), 'These are notes.');
    await expect(open().find(join(base, 'notes.txt'))).rejects.toMatchObject({
      code: 'model_invalid',
    });
  });
});

describe('the model of a request that names none', () => {
  const service = (configured: string | null) => createModelService({ files: open(), configured });

  test('is the configured one, else the first added, else the demo model', async () => {
    expect((await service(null).resolve(null)).name).toBe('demo');
    await open().add(await writeModel('ggml-small.bin', MULTILINGUAL));
    expect((await service(null).resolve(null)).name).toBe('small');
    expect((await service('demo').resolve(null)).name).toBe('demo');
  });

  test('is missing where there is none', async () => {
    await rm(join(base, 'demo.bin'));
    await expect(service(null).resolve(null)).rejects.toMatchObject({ code: 'model_missing' });
    await expect(service('gone').resolve(null)).rejects.toMatchObject({ code: 'model_missing' });
  });

  test('a request names models, never files', async () => {
    const path = await writeModel('ggml-tiny.bin', MULTILINGUAL);
    await expect(service(null).check(path)).rejects.toMatchObject({ param: 'model' });
    await service(null).check('demo');
  });
});
