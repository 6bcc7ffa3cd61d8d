/**
 * What it takes to find the language of a window and to transcribe it, apart and at once: `node test/bench/transcribe-ahead.ts`.
 * The results go into docs/measurements/engine.md. Needs the built engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOfS16, loadPool } from '../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { writeBaseSizeModel } from './base-size-model.ts';
import { writeSection } from './page.ts';

const RUNS = 15;
const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
const base = join(folder, 'base.bin');

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(modelPath: string, pcm: Uint8Array): Promise<[number, number]> {
  const engine = await openEngine({ modelPath, lanes: 1, threads: 2 });
  const [apart, atOnce]: [number[], number[]] = [[], []];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      await engine.detect(pcm, {});
      await engine.transcribe(pcm, { language: 'en' });
      const between = performance.now();
      await engine.transcribe(pcm, { language: null });
      apart.push(between - startedAt);
      atOnce.push(performance.now() - between);
    }
  } finally {
    await engine.close();
  }
  return [median(apart), median(atOnce)];
}

try {
  await writeBaseSizeModel(demoModel, base);
  const { samples } = compose(loadPool(), clipsIn('en', 6));
  const pcm = bytesOfS16(samples);
  const rows: string[] = [];
  for (const [name, model] of [
    ['the demo model', demoModel],
    ['base size', base],
  ] as const) {
    const [apart, atOnce] = await measure(model, pcm);
    rows.push(
      `| ${name} | ${apart.toFixed(0)} ms | ${atOnce.toFixed(0)} ms | ${(atOnce / apart).toFixed(2)} |`,
    );
  }
  const section = [
    '## Language and text at once',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end. ` +
      `One window of ${(pcm.length / 32_000).toFixed(0)} s of English, in turn ${RUNS} times; medians. Apart, the window is encoded twice: to find its ` +
      'language, and to transcribe it. At once, the language last heard is guessed, and checked after the encoder; for another language it is encoded twice as before.',
    '',
    '| | apart | at once | |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Made by `node test/bench/transcribe-ahead.ts`.',
    '',
  ].join('\n');
  writeSection('engine', section);
  process.stdout.write(section);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
