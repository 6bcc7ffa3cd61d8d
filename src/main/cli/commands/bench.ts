import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { benchEngine as measure } from '../../engine/bench.ts';
import { engineCommand } from '../../engine/process/engine-process.ts';
import { createStenoEngine } from '../../engine/process/steno-engine.ts';
import { createLogger } from '../../logger.ts';
import { createLocalModels } from '../../models/local-models.ts';

/** Times one 30 s window on this machine and prints the medians. */
export async function benchEngine(
  config: Config,
  { runs, json }: { runs: number; json: boolean },
): Promise<void> {
  const models = createLocalModels(config);
  const model = config.model === null ? (await models.list())[0] : await models.find(config.model);
  const bench = await measure({
    openEngine: createStenoEngine({
      command: engineCommand(config),
      clock: systemClock,
      logger: createLogger('warn'),
    }),
    modelPath: (model ?? (await models.find('demo'))).path,
    threads: config.threads,
    device: config.device ?? 'cpu',
    runs,
  });
  if (json) {
    process.stdout.write(`${JSON.stringify(bench)}\n`);
    return;
  }
  process.stdout.write(
    `Model ${model?.name} (${bench.model}, ${bench.ftype}), ${bench.device ?? `${bench.threads} threads`}, median of ${bench.runs}
encode a 30 s window  ${bench.encodeMs.toFixed(0)} ms  (${bench.encodeSpeed.toFixed(0)}× real time)
read 256 tokens       ${bench.promptMs.toFixed(1)} ms
decode one token      ${bench.decodeMs.toFixed(2)} ms
decode a batch of 5   ${bench.batchMs.toFixed(2)} ms
`,
  );
}
