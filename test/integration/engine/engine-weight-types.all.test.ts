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

async function transcribeAll(bf16: 'on' | 'off', decoderQ8: 'on' | 'off'): Promise<string> {
  const args = [...engineCommand.args, '--bf16', bf16, '--decoder-q8', decoderQ8];
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

test('an f16 model converted to BF16 and Q8_0 gives the same words, as near as makes no difference', async () => {
  const said = windows.flatMap(({ truth }) => truth.map(({ text }) => text)).join(' ');
  const asItIs = wordErrorRate(said, await transcribeAll('off', 'off'));
  for (const bf16 of ['on', 'off'] as const) {
    const converted = await transcribeAll(bf16, 'on');
    expect(wordErrorRate(said, converted)).toBeLessThanOrEqual(asItIs + 0.02);
  }
});

test.each([
  ['on', true],
  ['off', false],
] as const)('the switches %s are kept to, and reported', async (value, converted) => {
  await using engine = await startRawEngine(['--bf16', value, '--decoder-q8', value]);
  expect(engine.ready).toMatchObject({ bf16: converted, decoder_q8: converted });
});
