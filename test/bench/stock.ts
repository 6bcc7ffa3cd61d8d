/**
 * Transcribes the same recording with whisper-cli as its own build makes it and with the service, by the same model of
 * base size and with as many threads: `node test/bench/stock.ts [MINUTES] [THREADS]`; then one of which a third is
 * silence. Writes wall and processor time into docs/measurements/engine.md; Linux only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../helpers/corpus/wer.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { connect, finished } from '../helpers/harness/app.ts';
import { processorSeconds } from '../helpers/harness/process-memory.ts';
import { startService } from '../helpers/harness/service-process.ts';
import { writeBaseSizeModel } from './base-size-model.ts';
import { writeSection } from './page.ts';
import { buildStock } from './stock-whisper.ts';

const run = promisify(execFile);
const minutes = Number(process.argv[2] ?? 60);
const threads = Number(process.argv[3] ?? availableParallelism());
/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100;
/** After every tenth sentence: a third of the recording. */
const SILENCE_MS = 22_000;

type Recording = { name: string; gapsMs: number[]; aim: string };
const RECORDINGS: Recording[] = [
  { name: 'speech', gapsMs: [400], aim: '0.30' },
  { name: 'a third of it silence', gapsMs: [...Array(9).fill(400), SILENCE_MS], aim: '0.30' },
];

/** With the text before as a prompt, its default, the demo model's times skip most words; without, it finds them. */
const WAYS = [
  { name: 'default options', options: [] },
  { name: 'no text before as a prompt, `-mc 0`', options: ['-mc', '0'] },
];

type Measured = { wallS: number; cpuS: number; text: string };

/** Sentences with such pauses until the time is up. */
function record(path: string, gapsMs: number[]): { text: string; durationMs: number } {
  const clips = clipsIn('en', 1000);
  const pauseMs = gapsMs.reduce((sum, gap) => sum + gap, 0) / gapsMs.length;
  let lengthMs = 0;
  const fitting = Array.from({ length: minutes }, () => clips)
    .flat()
    .filter((clip) => {
      lengthMs += (clip.end - clip.start) * 1000 + 100 + pauseMs;
      return lengthMs < minutes * 60_000;
    });
  const composed = compose(loadPool(), fitting, gapsMs);
  const { bytes, text } = asFile(composed);
  writeFileSync(path, bytes);
  return { text, durationMs: composed.durationMs };
}

async function runStock(
  program: string,
  model: string,
  recording: string,
  way: string[],
): Promise<Measured> {
  const startedAt = performance.now();
  // The shell lives on to say what its child has used.
  const script = '"$@" 2>/dev/null; echo; cat /proc/$$/stat';
  const options = ['-m', model, '-f', recording, '-l', 'en', '-t', String(threads), '-ng', ...way];
  const command = ['-c', script, 'sh', program, ...options];
  const { stdout } = await run('sh', command, { maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.trimEnd().split('\n');
  const cpuS = ticksIn(lines.pop() ?? '') / TICKS_A_SECOND;
  return {
    wallS: (performance.now() - startedAt) / 1000,
    cpuS,
    text: lines.map(withoutTimes).join(' '),
  };
}

/** Of a line such as `[00:00:00.000 --> 00:00:02.500]   Good morning.` */
function withoutTimes(line: string): string {
  return line.replace(/^\[[^\]]*\]\s*/, '');
}

/** The whole job as a person has it: decoding, speech, words, speakers, structure. */
async function runService(folder: string, model: string, recording: string): Promise<Measured> {
  const service = await startService(folder, {
    STENO_MODEL: model,
    STENO_LANES: String(threads),
    STENO_THREADS: '1',
  });
  const client = await connect(folder);
  const file = await client.uploadFile(await openAsBlob(recording), 'recording.wav');
  const before = processorSeconds(service.pid);
  const startedAt = performance.now();
  const { id } = await client.createTranscription({ url: file.url, language: 'en' });
  const { result } = await finished(client, id);
  const wallS = (performance.now() - startedAt) / 1000;
  const cpuS = processorSeconds(service.pid) - before;
  await service.stop();
  return { wallS, cpuS, text: result?.segments.map(({ text }) => text).join(' ') ?? '' };
}

/** utime, stime, cutime and cstime of /proc/PID/stat. */
function ticksIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
try {
  const [load = 0] = loadavg();
  const program = await buildStock('whisper-cli');
  const model = join(folder, 'base.bin');
  await writeBaseSizeModel(demoModel, model);
  const rows: string[] = [];
  for (const [index, { name, gapsMs, aim }] of RECORDINGS.entries()) {
    const recording = join(folder, `${index}.wav`);
    const { text, durationMs } = record(recording, gapsMs);
    const own = await runService(join(folder, `data-${index}`), model, recording);
    const length = `${(durationMs / 60_000).toFixed(0)} min`;
    const row = (who: string, one: Measured, ratio: string) => {
      const wrong = wordErrorRate(text, one.text.replaceAll(/\s+/g, ' ')) * 100;
      const times = `${one.wallS.toFixed(0)} s | ${one.cpuS.toFixed(0)} s`;
      return `| ${name}, ${length} | ${who} | ${times} | ${wrong.toFixed(2)}% | ${ratio} |`;
    };
    rows.push(row('Steno', own, ` | `));
    for (const way of WAYS) {
      const stock = await runStock(program, model, recording, way.options);
      const ratio = `${(own.wallS / stock.wallS).toFixed(2)} | ${aim}`;
      rows.push(row(`whisper-cli, ${way.name}`, stock, ratio));
    }
  }
  const section = [
    '## Beside whisper-cli',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${load.toFixed(1)} ` +
      `before the start, ${threads} ${threads === 1 ? 'thread' : 'threads'}. The same f16 model for both: of base size, with the words of the demo model. whisper-cli is ` +
      'built from the same source with its default flags; Steno does the whole job, from the decoding to the structured text.',
    '',
    '| | | wall | processor | words wrong | Steno ÷ whisper-cli, wall | aim |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'With its default options whisper-cli gives the demo model the text before as a prompt, which this small model was not',
    'taught: it leaves out most words, and words it skips cost no time. With `-mc 0` both hear the same words: that is the fair comparison.',
    '',
    `Made by \`node test/bench/stock.ts ${minutes} ${threads}\`.`,
    '',
  ].join('\n');
  process.stdout.write(section);
  writeSection('engine', section);
} finally {
  rmSync(folder, { recursive: true });
}
