import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { createStenoEngine } from '../../../src/main/engine/process/steno-engine.ts';
import { bytesOfS16, composeSpeech, loadPool, poolClips } from '../../helpers/corpus/audio.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { demoModel, engineCommand, startRawEngine } from '../../helpers/engines/engine.ts';
import { dose } from '../../helpers/harness/dose.ts';

// The real engine shares the processors with the other tests.
vi.setConfig({ testTimeout: 120_000 });

const pool = loadPool();
const clips = poolClips().filter(({ language }) => language === 'en');
const windows = [0, 4, 8, 12]
  .slice(0, dose(2, 4))
  .map((at) => composeSpeech({ pool, clips: clips.slice(at, at + 4) }));

const PRECISIONS = ['f16', 'bf16', 'int8', 'int16'] as const;
type Precision = (typeof PRECISIONS)[number];

/** Whole numbers are refused on processors that have no kernel for them. */
const wholes: Precision[] = [];
for (const one of ['int8', 'int16'] as const) {
  if (await starts(['--precision', one])) wholes.push(one);
}

async function starts(args: string[]): Promise<boolean> {
  try {
    await using _engine = await startRawEngine(args);
    return true;
  } catch {
    return false;
  }
}

async function transcribeAll(precision: Precision, decoderQ8: 'on' | 'off'): Promise<string> {
  const args = [...engineCommand.args, '--precision', precision, '--decoder-q8', decoderQ8];
  const open = createStenoEngine({
    command: { ...engineCommand, args },
    clock: systemClock,
    logger: createLogger('silent'),
  });
  const engine: Engine = await open({ modelPath: demoModel, lanes: 2, threads: 1 });
  try {
    const transcribed = await Promise.all(
      windows.map(({ samples }) => engine.transcribe(bytesOfS16(samples), { language: 'en' })),
    );
    return transcribed.flatMap(({ segments }) => segments.map(({ text }) => text)).join(' ');
  } finally {
    await engine.close();
  }
}

test.each(PRECISIONS.filter((one) => !one.startsWith('int') || wholes.includes(one)))(
  'an f16 model computed with in %s and Q8_0 gives the same words, as near as makes no difference',
  async (precision) => {
    const said = windows.flatMap(({ truth }) => truth.map(({ text }) => text)).join(' ');
    const asItIs = wordErrorRate(said, await transcribeAll('f16', 'off'));
    const converted = await transcribeAll(precision, 'on');
    expect(wordErrorRate(said, converted)).toBeLessThanOrEqual(asItIs + 0.02);
  },
);

test.each([
  ['f16', 'off', null],
  ['bf16', 'on', 'bf16'],
] as const)('the switches %s and %s are kept to, and reported', async (precision, q8, reported) => {
  await using engine = await startRawEngine(['--precision', precision, '--decoder-q8', q8]);
  expect(engine.ready).toMatchObject({ precision: reported, decoder_q8: q8 === 'on' });
});

test.each(wholes)('%s is reported', async (precision) => {
  await using engine = await startRawEngine(['--precision', precision]);
  expect(engine.ready).toMatchObject({ precision });
});
