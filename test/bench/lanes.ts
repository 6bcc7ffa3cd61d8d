/**
 * How throughput grows with lanes of one thread: `node test/bench/lanes.ts`. The same windows of speech are heard with 1,
 * 2 and 4 lanes in turn, so that other work on the machine meets all of them. Writes docs/performance.md.
 */
import { cpus, loadavg } from 'node:os';
import { median } from '../../src/main/engine/bench.ts';
import { forEachLane } from '../../src/main/queue/lanes.ts';
import { bytesOfS16, loadPool } from '../helpers/audio.ts';
import { demoModel, openEngine } from '../helpers/engine.ts';
import { clipsIn, compose } from '../helpers/recordings.ts';
import { writeSection } from './page.ts';

const LANES = [1, 2, 4];
const ROUNDS = 3;
const WINDOWS = 4;
const [load = 0] = loadavg();

const { samples } = compose(loadPool(), clipsIn('en', 6));
const window = bytesOfS16(samples);

async function windowsAMinute(lanes: number): Promise<number> {
  const engine = await openEngine({ modelPath: demoModel, lanes, threads: 1 });
  const hear = async () => {
    await engine.transcribe(window, { language: 'en' });
  };
  await forEachLane(Array(lanes).fill(window), lanes, hear);
  const startedAt = performance.now();
  await forEachLane(Array(WINDOWS).fill(window), lanes, hear);
  const minutes = (performance.now() - startedAt) / 60_000;
  await engine.close();
  return WINDOWS / minutes;
}

const measured = new Map(LANES.map((lanes) => [lanes, [] as number[]]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [lanes, all] of measured) all.push(await windowsAMinute(lanes));
}
const single = median(measured.get(1) ?? []);
const section = [
  '## Lanes',
  '',
  `Medians of ${ROUNDS} rounds in turn, ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, ` +
    `load ${load.toFixed(1)} before the start. The demo model, lanes of one thread, windows of ${Math.round(samples.length / 16_000)} s.`,
  '',
  '| lanes | windows a minute | beside one lane | every round |',
  '|---|---|---|---|',
  ...[...measured].map(
    ([lanes, all]) =>
      `| ${lanes} | ${median(all).toFixed(0)} | ${(median(all) / single).toFixed(2)}× | ${all.map((one) => one.toFixed(0)).join(', ')} |`,
  ),
  '',
  'Made by `node test/bench/lanes.ts`.',
  '',
].join('\n');
process.stdout.write(section);
writeSection(section);
