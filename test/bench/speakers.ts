/**
 * Labels the speakers of composed recordings of real voices: `node test/bench/speakers.ts FOLDER`, with FLAC files
 * named as LibriSpeech names them in the folder; the results go into docs/measurements/speakers.md. Needs the built engine.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeTasks } from '../../src/main/child-tasks/node-task.ts';
import { findSpeech } from '../../src/main/engine/speech/find-speech.ts';
import { bytesOfS16 } from '../helpers/corpus/audio.ts';
import { type Score, scoreTurns } from '../helpers/corpus/diarization-score.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { writeSection } from './page.ts';
import {
  type BenchFile,
  CHOSEN_ON,
  CONDITIONS,
  composeCalls,
  composeCouples,
  composeFiles,
  composeMonologues,
  composeShort,
  HELD_OUT,
  readVoices,
} from './speaker-files.ts';

const SECTION = '## Speakers';
const speakerModel = join(import.meta.dirname, '../../resources/models/speaker.onnx');
const { signal } = new AbortController();

type Result = Score & { file: BenchFile };

const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
const engine = await openEngine({ modelPath: demoModel, lanes: 2, threads: 1, signal });

async function measure(file: BenchFile, model: string | null): Promise<Result> {
  const path = join(folder, 'audio.s16');
  writeFileSync(path, bytesOfS16(file.samples));
  const { regions } = await findSpeech({ path, signal }, engine);
  const source = { kind: 'samples', path, model } as const;
  const { turns } = await nodeTasks.label(
    { regions, expected: null, levels: file.levels, source },
    { signal },
  );
  const named = turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) }));
  const { truth, pauses } = file.dialogue;
  const score = scoreTurns(truth, named, { unscored: pauses });
  process.stderr.write(
    `${file.condition} ${file.voices.join('+')}: ${percent(score.der)}, ${score.countError}\n`,
  );
  return { ...score, file };
}

async function measureAll(files: Iterable<BenchFile>, model: string | null): Promise<Result[]> {
  const results: Result[] = [];
  for (const file of files) results.push(await measure(file, model));
  return results;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function row(name: string, results: readonly Result[]): string {
  const errors = results.map(({ der }) => der);
  const mean = (of: (result: Result) => number) =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;
  const within = (distance: number) =>
    results.filter(({ countError }) => Math.abs(countError) <= distance).length;
  return (
    `| ${name} | ${percent(median(errors))} | ${percent(Math.max(...errors))} | ` +
    `${percent(mean((result) => result.confusion))} | ` +
    `${percent(mean((result) => result.missed + result.falseAlarm))} | ` +
    `${within(0)} of ${results.length} | ${within(1)} of ${results.length} |`
  );
}

/** A row for each condition. */
function rows(suffix: string, results: readonly Result[]): string[] {
  return CONDITIONS.map((condition) =>
    row(
      condition + suffix,
      results.filter(({ file }) => file.condition === condition),
    ),
  );
}

try {
  const voices = readVoices(process.argv[2] ?? '');
  const dialogues = await measureAll(composeFiles(voices, CHOSEN_ON), speakerModel);
  const others = await measureAll(composeFiles(voices, HELD_OUT), speakerModel);
  const monologues = await measureAll(composeMonologues(voices), speakerModel);
  const calls = await measureAll(composeCalls(voices), speakerModel);
  const short = await measureAll(composeShort(voices), speakerModel);
  const shortOf = (people: number) => short.filter(({ file }) => file.voices.length === people);
  const couples = await measureAll(composeCouples(voices), null);
  const alone = await measureAll(composeMonologues(voices), null);
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    SECTION,
    '',
    `${date}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors; the labels do not ` +
      `depend on how busy the machine is. ${dialogues.length} recordings of 150 s, composed of ${voices.length} real voices that the ` +
      'speaker model has never heard, nor is any of them among those from whom was learnt how a voice differs from itself: three casts of one to five people in each condition, turns of 1–8 s, up to 0.2 s ' +
      'of overlap, up to 6 dB louder or quieter. `phone` is 300–3400 Hz in µ-law, `room` decays in 0.5 s, `noise` is ' +
      'white, 15 dB below the speech. DER with a collar of 0.25 s, pauses inside a turn not scored, nobody told how ' +
      'many speak. What is listened to and how speakers are counted was chosen on these recordings and on those set aside: as many others ' +
      'of the same voices, with other casts, turns and levels. Each voice was recorded with a microphone of its own, which helps to tell them apart. Calls last 90 s; in half of them one line is 12 dB quieter.',
    '',
    '| | DER, median | worst | confused, mean | missed and false, mean | count right | within one |',
    '|---|---|---|---|---|---|---|',
    ...rows('', dialogues),
    ...rows(', set aside', others),
    row('one voice alone, all conditions', monologues),
    row('one voice alone, 30 and 60 s', shortOf(1)),
    row('two voices, 30 and 60 s', shortOf(2)),
    row('calls, a person on each channel', calls),
    row('a woman and a man, by pitch and sound only', couples),
    row('one voice alone, by pitch and sound only, all conditions', alone),
    '',
    'Where the number of people is wrong it is mostly four instead of five in rooms and in noise: say how many ' +
      'there are where you know it. The worst files are mostly those. What is missed is speech too quiet to be heard as speech; ' +
      'its words, where there are any, still go to whoever speaks nearest. Recordings of 30 and 60 s hold few turns: what one voice reaches by chance with so few ' +
      'is allowed for, and a doubtful number is warned about. Made by `node test/bench/speakers.ts FOLDER`.',
    '',
  ].join('\n');
  writeSection('speakers', section);
  process.stdout.write(section);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
