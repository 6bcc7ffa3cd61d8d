import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkModel } from '../../../src/main/engine/process/check-model.ts';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { demoModel, engineCommand, engineFile, openEngine } from '../../helpers/engines/engine.ts';
import { dose } from '../../helpers/harness/dose.ts';

vi.setConfig({ testTimeout: 120_000 });

const demo = readFileSync(demoModel);
const HPARAMS = 4;
const FILTERS = 48;
const VOCABULARY = FILTERS + 8 + 80 * 201 * 4;
/** Where each number of a tensor's header lies: dimensions, name length, type, sizes, name. */
const tensors = findTensors();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steno-model-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function findTensors(): { at: number; headerEnd: number }[] {
  let at = VOCABULARY + 4;
  for (let i = demo.readInt32LE(VOCABULARY); i > 0; i--) at += 4 + demo.readInt32LE(at);
  const found: { at: number; headerEnd: number }[] = [];
  while (at < demo.length) {
    const [dimensions, nameBytes] = [demo.readInt32LE(at), demo.readInt32LE(at + 4)];
    const sizes = Array.from({ length: dimensions }, (_, i) => demo.readInt32LE(at + 12 + 4 * i));
    const headerEnd = at + 12 + 4 * dimensions + nameBytes;
    const itemBytes = demo.readInt32LE(at + 8) === 0 ? 4 : 2;
    found.push({ at, headerEnd });
    at = headerEnd + sizes.reduce((product, size) => product * size, itemBytes);
  }
  return found;
}

/** A file with the demo model's bytes, changed. */
function variant(name: string, change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, change(Buffer.from(demo)));
  return path;
}

const check = (modelPath: string) => checkModel({ command: engineCommand, modelPath });

/** The start of a file of another format, which goes on with zeros. */
function head(start: string): Buffer {
  return Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(600)]);
}

function tar(): Buffer {
  const bytes = head('./model_config.yaml');
  bytes.write('ustar', 257);
  return bytes;
}

describe('a model file', () => {
  test('that is sound is described', async () => {
    expect(await check(demoModel)).toMatchObject({
      model: { type: 'custom', size: demo.length, width: 128, vocab: 51865, multilingual: true },
      languages: expect.arrayContaining(['en', 'de']),
    });
  });

  test('is found through a link and under a name that is not ASCII', async () => {
    const path = join(folder, 'größe 模型.bin');
    symlinkSync(demoModel, path);
    expect(await check(path)).toMatchObject({ type: 'model' });
  });

  test('that is not there, or is a folder, is refused', async () => {
    await expect(check(join(folder, 'none.bin'))).rejects.toMatchObject({ code: 'model_missing' });
    await expect(check(folder)).rejects.toMatchObject({ code: 'model_invalid' });
  });

  const first = tensors[0] ?? { at: 0, headerEnd: 0 };
  const second = tensors[1] ?? { at: 0, headerEnd: 0 };
  const set = (at: number, value: number) => (bytes: Buffer) => {
    bytes.writeInt32LE(value, at);
    return bytes;
  };
  const cases: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['empty', () => Buffer.alloc(0), /ends inside the header/],
    ['something else', () => Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), /bad magic/],
    ['a text', () => Buffer.from('These are no weights.'), /text file, not a model/],
    ['a page', () => Buffer.from('<!doctype html><title>Größe</title>\n'), /text file/],
    ['a pointer', () => Buffer.from('version https://git-lfs.github.com/spec/v1\n'), /Git LFS/],
    ['a GGUF file', () => head('GGUF\x03\0\0\0'), /GGUF file.*Take a ggml file/],
    ['an ONNX model', () => head('\x08\x08\x12\x07pytorch'), /ONNX model/],
    ['a NeMo model', () => tar(), /NeMo model/],
    ['a zip archive', () => head('PK\x03\x04'), /PyTorch/],
    ['safetensors', () => head('\x40\0\0\0\0\0\0\0{"a":{}}'), /safetensors/],
    ['cut in the middle of a tensor', (b) => b.subarray(0, -1), /ends inside the weights/],
    ['cut between tensors', (b) => b.subarray(0, second.at), /is missing/],
    ['longer than it should be', (b) => Buffer.concat([b, Buffer.alloc(100)]), /impossible number/],
    ['with a tensor twice', (b) => Buffer.concat([b, b.subarray(first.at, second.at)]), /twice/],
    ['with a billion layers', set(HPARAMS + 16, 1_000_000_000), /layers is out of range/],
    ['with a negative width', set(HPARAMS + 8, -128), /width of the encoder/],
    ['with no heads', set(HPARAMS + 12, 0), /multiple of its heads/],
    ['with two widths', set(HPARAMS + 24, 256), /different widths/],
    ['with another vocabulary', set(HPARAMS, 30_000), /vocabulary size/],
    ['with an unknown weight type', set(HPARAMS + 40, 99), /weight type 99/],
    ['with wrong filters', set(FILTERS, 128), /another number of bands/],
    ['with huge filters', set(FILTERS + 4, 2_147_483_647), /201 bins/],
    ['with a negative token count', set(VOCABULARY, -1), /impossible number of tokens/],
    ['with a token of 4 GB', set(VOCABULARY + 4, -1), /too long/],
    ['with 400 dimensions', set(first.at, 400), /impossible number of dimensions/],
    ['with an endless name', set(first.at + 4, 2_000_000_000), /impossible name/],
    ['with a tensor of another type', set(first.at + 8, 30), /wrong type/],
    ['with a tensor of another shape', set(first.at + 12, 127), /wrong shape/],
  ];
  test.each(cases)('that is %s is refused with the reason', async (name, change, reason) => {
    const path = variant(`${name}.bin`, change);
    await expect(check(path)).rejects.toMatchObject({ code: 'model_invalid', message: reason });
    const opened = openEngine({ modelPath: path });
    await expect(opened).rejects.toMatchObject({ code: 'model_invalid', message: reason });
  });
});

/** How the checking process ends: the point is that it always ends by itself. */
function exitOf(path: string): Promise<unknown> {
  return new Promise((resolve) => {
    execFile(engineFile, ['--check', path], (error) =>
      resolve(error ? (error.signal ?? error.code) : 0),
    );
  });
}

test('no damage to the structure of a model brings the engine down', async () => {
  const seed = Number(process.env['SEED'] ?? 20260101);
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const values = [0, 1, -1, 2, 255, 65_536, 2_147_483_647, -2_147_483_648, 0x67676d6c];
  const path = join(folder, 'damaged.bin');
  const bytes = Buffer.from(demo);
  const exits = new Map<unknown, number>();
  const runs = dose(60, 300);
  for (let run = 0; run < runs; run++) {
    const places: number[] = [];
    for (let changes = 1 + below(3); changes > 0; changes--) {
      const tensor = tensors[below(tensors.length)] ?? { at: 0, headerEnd: 1 };
      const [from, to] = random() < 0.3 ? [0, VOCABULARY + 4_096] : [tensor.at, tensor.headerEnd];
      const at = from + below(to - from - 4);
      places.push(at);
      if (random() < 0.5) bytes[at] = below(256);
      else bytes.writeInt32LE(values[below(values.length)] ?? 0, at);
    }
    const cut = random() < 0.2 ? below(demo.length) : demo.length;
    writeFileSync(path, bytes.subarray(0, cut));
    for (const at of places) demo.copy(bytes, at, at, at + 4);
    const exit = await exitOf(path);
    expect([0, 2], `seed ${seed}, run ${run}`).toContain(exit);
    exits.set(exit, (exits.get(exit) ?? 0) + 1);
  }
  expect(exits.get(2), `seed ${seed}`).toBeGreaterThan(runs / 2);
});
