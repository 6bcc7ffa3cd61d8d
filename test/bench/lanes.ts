/**
 * How the processors are best divided into lanes: `node test/bench/lanes.ts`. The same windows of speech are transcribed
 * with every even division in turn, so that other work on the machine meets all of them. Writes docs/measurements/engine.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/main/core/config.ts';
import { median } from '../../src/main/engine/bench.ts';
import { forEachLane } from '../../src/main/queue/windows/for-each-lane.ts';
import { bytesOfS16, loadPool } from '../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { writeBaseSizeModel } from './base-size-model.ts';
import { writeSection } from './page.ts';

const ROUNDS = 5;
const WINDOWS = 8;
const [load = 0] = loadavg();
const cores = availableParallelism();

const { samples } = compose(loadPool(), clipsIn('en', 6));
const window = bytesOfS16(samples);

type Division = { lanes: number; threads: number };
const divisions = [1, 2, 4]
  .filter((lanes) => lanes <= cores)
  .map((lanes): Division => ({ lanes, threads: Math.floor(cores / lanes) }));

async function windowsAMinute(modelPath: string, division: Division): Promise<number> {
  const engine = await openEngine({ modelPath, ...division });
  const transcribe = async () => {
    await engine.transcribe(window, { language: 'en' });
  };
  await forEachLane(Array(division.lanes).fill(window), () => division.lanes, transcribe);
  const startedAt = performance.now();
  await forEachLane(Array(WINDOWS).fill(window), () => division.lanes, transcribe);
  const minutes = (performance.now() - startedAt) / 60_000;
  await engine.close();
  return WINDOWS / minutes;
}

const folder = mkdtempSync(join(tmpdir(), 'steno-lanes-'));
const baseModel = join(folder, 'ggml-base-size.bin');
await writeBaseSizeModel(demoModel, baseModel);
const rule = loadConfig({}, {});
const rows: string[] = [];
for (const [name, modelPath] of [
  ['demo', demoModel],
  ['base', baseModel],
] as const) {
  const measured = divisions.map((division) => ({ division, all: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { division, all } of measured) all.push(await windowsAMinute(modelPath, division));
  }
  const byRule = measured.find(({ division }) => division.lanes === rule.lanes);
  const usual = median(byRule?.all ?? []);
  for (const { division, all } of measured) {
    const { lanes, threads } = division;
    const beside = (median(all) / usual).toFixed(2);
    const each = all.map((count) => count.toFixed(0)).join(', ');
    rows.push(
      `| ${name} | ${lanes} × ${threads} | ${median(all).toFixed(0)} | ${beside} | ${each} |`,
    );
  }
}
rmSync(folder, { recursive: true });
const seconds = Math.round(samples.length / 16_000);
const section = [
  '## Lanes',
  '',
  `Medians of ${ROUNDS} rounds in turn, ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cores} processors, ` +
    `load ${load.toFixed(1)} before the start. Windows of ${seconds} s; the rule divides these processors into ` +
    `${rule.lanes} lanes of ${rule.threads} thread.`,
  '',
  '| model | lanes × threads | windows a minute | beside the rule | every round |',
  '|---|---|---|---|---|',
  ...rows,
  '',
  'Made by `node test/bench/lanes.ts`.',
  '',
].join('\n');
process.stdout.write(section);
writeSection('engine', section);
