import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { createLogger } from '../../core/logger.ts';
import { type EngineBench, benchEngine as measure } from '../../engine/bench.ts';
import { engineCommand } from '../../engine/process/engine-process.ts';
import type { Roofline } from '../../engine/process/protocol.ts';
import { createStenoEngine } from '../../engine/process/steno-engine.ts';
import { createLocalModels } from '../../models/local-models.ts';

type Stage = keyof Roofline['stages'];

/** Times one 30 s window on this machine and prints the medians. */
export async function benchEngine(
  config: Config,
  { runs, profile, json }: { runs: number; profile: boolean; json: boolean },
): Promise<void> {
  const models = createLocalModels(config);
  const model = config.model === null ? (await models.list())[0] : await models.find(config.model);
  const device = config.device ?? 'cpu';
  const bench = await measure({
    openEngine: createStenoEngine({
      command: engineCommand(config),
      clock: systemClock,
      logger: createLogger('warn'),
    }),
    modelPath: (model ?? (await models.find('demo'))).path,
    threads: config.threads,
    device,
    runs,
    roofline: device === 'cpu',
  });
  if (json) {
    process.stdout.write(`${JSON.stringify(bench)}\n`);
    return;
  }
  process.stdout.write(
    `Model ${model?.name} (${bench.model}, ${bench.ftype}), ${bench.device ?? `${bench.threads} threads`}, median of ${bench.runs}
encode a 30 s window  ${bench.encodeMs.toFixed(0)} ms${share(bench, 'encode')}  (${bench.encodeSpeed.toFixed(0)}× real time)
read 256 tokens       ${bench.promptMs.toFixed(1)} ms${share(bench, 'prompt')}
decode one token      ${bench.decodeMs.toFixed(2)} ms${share(bench, 'decode')}
decode a batch of 5   ${bench.batchMs.toFixed(2)} ms${share(bench, 'batch')}
`,
  );
  if (bench.roofline) process.stdout.write(limitsText(bench.roofline));
  if (bench.roofline && profile) process.stdout.write(profileText(bench.roofline));
}

/** How much of what the processor can do a stage reaches. */
function share(bench: EngineBench, stage: Stage): string {
  const least = bench.roofline?.stages[stage].least_ms;
  if (least === undefined) return '';
  const took = {
    encode: 'encodeMs',
    prompt: 'promptMs',
    decode: 'decodeMs',
    batch: 'batchMs',
  } as const;
  return `, ${((100 * least) / bench[took[stage]]).toFixed(0)} % of the limit`;
}

function limitsText({ limits, stages }: Roofline): string {
  const types = [
    ['F32', limits.f32_gops],
    ['BF16', limits.bf16_gops],
    ['int16', limits.int16_gops],
    ['int8', limits.int8_gops],
  ] as const;
  const peaks = types.flatMap(([name, gops]) => (gops > 0 ? [`${name} ${gops.toFixed(0)}`] : []));
  return `Limits of the processor: ${peaks.join(', ')} thousand million operations a second, ${limits.memory_gbs.toFixed(0)} GB a second from memory
The encoder multiplies ${stages.encode.type.toUpperCase()}, the decoder ${stages.decode.type.toUpperCase()}
`;
}

function profileText({ stages }: Roofline): string {
  const lines = Object.entries(stages).map(([stage, { spent_ms }]) => {
    const kinds = Object.entries(spent_ms).toSorted(([, a], [, b]) => b - a);
    return `${stage.padEnd(8)}${kinds.map(([kind, ms]) => `${kind} ${ms.toFixed(ms < 10 ? 2 : 0)}`).join(', ')}`;
  });
  return `Where the time goes, milliseconds by kind of operation:\n${lines.join('\n')}\n`;
}
