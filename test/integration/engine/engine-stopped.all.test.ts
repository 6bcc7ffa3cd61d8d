import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createStenoEngine } from '../../../src/main/engine/process/steno-engine.ts';
import { bytesOfS16, noise } from '../../helpers/corpus/audio.ts';
import { demoModel, engineCommand } from '../../helpers/engines/engine.ts';
import { childrenOf } from '../../helpers/faults/kill-sweep.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

test.runIf(process.platform === 'linux')(
  'an engine that something stopped is given up, and ends',
  async () => {
    const clock = createFakeClock();
    const before = new Set(childrenOf(process.pid));
    const open = createStenoEngine({
      command: engineCommand,
      clock,
      logger: createLogger('silent'),
    });
    const engine = await open({ modelPath: demoModel, lanes: 1, threads: 1 });
    onTestFinished(() => engine.close());
    const running = () => childrenOf(process.pid).filter((pid) => !before.has(pid));
    const pcm = bytesOfS16(noise(1000, -60));
    await engine.transcribe(pcm, { language: 'en' });
    const [pid] = running();
    if (pid === undefined) throw new Error('The engine is no process of its own.');

    process.kill(pid, 'SIGSTOP');
    const transcribed = engine.transcribe(pcm, { language: 'en' });
    transcribed.catch(() => {});
    await clock.sleeping();
    // A minute, or longer where the first answer took more than three seconds, but never more than ten minutes.
    await clock.advance(601_000);
    await expect(transcribed).rejects.toMatchObject({ code: 'engine_crashed' });
    expect(engine.alive()).toBe(false);
    await until(() => running().length === 0);
  },
);
