import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { BenchEvent, InfoEvent, ReadyEvent } from '../../../src/main/engine/process/protocol.ts';
import { bytesOfS16, composeSpeech, loadPool, poolClips } from '../../helpers/corpus/audio.ts';
import { anyText } from '../../helpers/corpus/texts-random.ts';
import { startRawEngine } from '../../helpers/engines/engine.ts';

// The real engine shares the processors with the other tests.
vi.setConfig({ testTimeout: 120_000 });

const speech = bytesOfS16(
  composeSpeech({ pool: loadPool(), clips: poolClips().slice(0, 4) }).samples,
);
const transcribe = { type: 'transcribe', language: 'en' };

describe('the engine on its pipe', () => {
  test('says what it has loaded', async () => {
    await using engine = await startRawEngine(['--lanes', '2', '--threads', '1']);
    const ready = ReadyEvent.parse(engine.ready);
    expect(ready).toMatchObject({ lanes: 2, threads: 1, model: { type: 'custom', ftype: 'f16' } });
    expect(ready.languages).toHaveLength(99);
    expect(ready.languages).toEqual(expect.arrayContaining(['en', 'de', 'es']));
  });

  test('answers info while it works, and bench with one entry per run', async () => {
    await using engine = await startRawEngine(['--threads', '1']);
    engine.send({ type: 'bench', id: 'b', runs: 2 });
    engine.send({ type: 'info', id: 'i' });
    const info = InfoEvent.parse(await engine.until((event) => event.type === 'info'));
    expect(info.running + info.waiting).toBe(1);
    const bench = BenchEvent.parse(await engine.until((event) => event.type === 'bench'));
    expect(bench.runs).toHaveLength(2);
    expect(bench.runs.every((run) => run.encode_ms > 0 && run.decode_ms > 0)).toBe(true);
    expect(bench.roofline).toBeUndefined();
    engine.send({ type: 'bench', id: 'c', runs: 1, brief: true, roofline: true });
    const brief = BenchEvent.parse(await engine.until((event) => event.type === 'bench'));
    expect(brief.runs).toEqual([
      {
        encode_ms: expect.any(Number),
        decode_ms: expect.any(Number),
        prompt_ms: 0,
        batch_ms: 0,
      },
    ]);
    const { limits, stages } = brief.roofline ?? {};
    expect(limits?.memory_gbs).toBeGreaterThan(0);
    for (const stage of Object.values(stages ?? {})) {
      expect(stage.least_ms).toBeGreaterThan(0);
      expect(stage.spent_ms).toMatchObject({
        products: expect.any(Number),
        attention: expect.any(Number),
      });
    }
  });

  test('ends at the end of its input, even in the middle of a window', async () => {
    await using engine = await startRawEngine();
    engine.send({ ...transcribe, id: 'w', bytes: speech.length }, speech);
    await engine.until((event) => event.type === 'progress');
    engine.end();
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });

  test('aborts what waits and what runs, and goes on', async () => {
    await using engine = await startRawEngine(['--lanes', '1']);
    for (const id of ['runs', 'waits']) {
      engine.send({ ...transcribe, id, bytes: speech.length }, speech);
    }
    await engine.until((event) => event.type === 'progress' && event.id === 'runs');
    engine.send({ type: 'abort', id: 'waits' });
    engine.send({ type: 'abort', id: 'runs' });
    engine.send({ type: 'abort', id: 'unknown' });
    const ended = new Set<unknown>();
    while (ended.size < 2) {
      const event = await engine.until(({ type }) => type === 'error' || type === 'done');
      expect(event.code).toBe('aborted');
      ended.add(event.id);
    }
    engine.send({ ...transcribe, id: 'runs', bytes: speech.length }, speech);
    expect(
      await engine.until(({ type }) => type !== 'progress' && type !== 'segment'),
    ).toMatchObject({ type: 'done', id: 'runs' });
  });
});

const silence = new Uint8Array(64);
const id = 'x';
const BAD_FRAMES: [string, object, string, Uint8Array?][] = [
  ['an unknown type', { type: 'sing', id }, 'bad_frame'],
  ['no type', { id }, 'bad_frame'],
  ['no id', { type: 'info' }, 'bad_frame'],
  ['an id that is no string', { type: 'info', id: 7 }, 'bad_frame'],
  ['negative bytes', { ...transcribe, id, bytes: -2 }, 'bad_frame'],
  ['bytes of the wrong type', { ...transcribe, id, bytes: '2' }, 'bad_frame'],
  ['half a byte', { ...transcribe, id, bytes: 2.5 }, 'bad_frame'],
  ['impossibly many bytes', { ...transcribe, id, bytes: 2 ** 52 }, 'bad_frame'],
  ['odd bytes', { ...transcribe, id, bytes: 63 }, 'bad_frame', silence.subarray(1)],
  ['no audio', { ...transcribe, id, bytes: 0 }, 'bad_request'],
  ['no audio to find speech in', { type: 'vad', id, bytes: 0 }, 'bad_request'],
  ['no bytes', { ...transcribe, id }, 'bad_request'],
  ['no language', { type: 'transcribe', id, bytes: 64 }, 'bad_request', silence],
  [
    'an unknown language',
    { ...transcribe, id, language: 'xx', bytes: 64 },
    'unknown_language',
    silence,
  ],
  [
    'a language by name',
    { ...transcribe, id, language: 'german', bytes: 64 },
    'unknown_language',
    silence,
  ],
  [
    'a word for translating',
    { ...transcribe, id, translate: 'yes', bytes: 64 },
    'bad_request',
    silence,
  ],
  [
    'a long prompt',
    { ...transcribe, id, prompt: 'a'.repeat(1025), bytes: 64 },
    'bad_request',
    silence,
  ],
  [
    'an unknown option',
    { ...transcribe, id, options: { beams: 2 }, bytes: 64 },
    'bad_request',
    silence,
  ],
  [
    'a wild option',
    { ...transcribe, id, options: { beam_size: 99 }, bytes: 64 },
    'bad_request',
    silence,
  ],
  ['too many runs', { type: 'bench', id, runs: 1e9 }, 'bad_request'],
  ['more than 30 s', { ...transcribe, id, bytes: 960_002 }, 'too_long', new Uint8Array(960_002)],
];

describe('a bad frame is answered and the engine goes on', () => {
  test.each(BAD_FRAMES)('%s', async (_name, header, code, audio) => {
    await using engine = await startRawEngine();
    engine.send(header, audio);
    expect(await engine.next()).toMatchObject({ type: 'error', code });
    engine.send({ type: 'info', id: 'after' });
    expect(await engine.next()).toMatchObject({ type: 'info', id: 'after' });
  });

  test.each([
    ['no JSON', 'hello'],
    ['a list', '[1]'],
    ['deep nesting', '['.repeat(60_000)],
    ['a line of a megabyte', 'x'.repeat(1_000_000)],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('a header that is %s', async (_name, line) => {
    await using engine = await startRawEngine();
    engine.write(line);
    engine.write('\n');
    expect(await engine.next()).toMatchObject({ type: 'error', id: null, code: 'bad_frame' });
    engine.send({ type: 'info', id: 'after' });
    expect(await engine.next()).toMatchObject({ type: 'info', id: 'after' });
  });

  test('anything at all on a line', async () => {
    await using engine = await startRawEngine();
    let count = 0;
    const header = fc.oneof(
      fc.json({ maxDepth: 4 }),
      anyText(),
      fc
        .record(
          {
            type: fc.constantFrom('transcribe', 'detect', 'abort', 'info', 'bench', 'vad'),
            id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
            bytes: fc.constantFrom(0, -1, 1.5, '1', null, 1e300),
            language: fc.anything(),
            options: fc.object(),
            runs: fc.anything(),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(header, async (line) => {
        const id = `sentinel-${count++}`;
        engine.write(`${line.replaceAll('\n', ' ')}\n`);
        engine.send({ type: 'info', id });
        const answer = engine.until((event) => event.type === 'info' && event.id === id);
        await expect(answer).resolves.toMatchObject({ id });
      }),
      { numRuns: 300 },
    );
  });
});
