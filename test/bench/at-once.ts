/**
 * What exact turns gain where people talk at once: `node test/bench/at-once.ts FOLDER`, with FLAC files named as
 * LibriSpeech names them; the results go into docs/measurements/speakers.md. The turns are those of the truth, window by window
 * with voices in random order, as a turn model without errors would detect them. Needs the built engine.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeTasks } from '../../src/main/child-tasks/node-task.ts';
import { findSpeech } from '../../src/main/engine/speech/find-speech.ts';
import { seededRandom } from '../../src/main/speakers/grouping/group-voices.ts';
import { middleOf } from '../../src/main/speakers/overlaps/voice-turns.ts';
import type { VoiceTurn } from '../../src/main/speakers/voice-embeddings.ts';
import type { TimeSpan } from '../../src/shared/time.ts';
import { bytesOfS16 } from '../helpers/corpus/audio.ts';
import { composeDialogue, type Dialogue } from '../helpers/corpus/dialogues.ts';
import { type Score, scoreTurns } from '../helpers/corpus/diarization-score.ts';
import { demoModel, openEngine } from '../helpers/engines/engine.ts';
import { writeSection } from './page.ts';
import { readVoices } from './speaker-files.ts';

const SECTION = '## People talking at once';
const DURATION_MS = 150_000;
const SEEDS = 6;
const LEAD_MS = 2500;
const model = join(import.meta.dirname, '../../resources/models/speaker.onnx');
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'steno-bench-'));
const engine = await openEngine({ modelPath: demoModel, lanes: 2, threads: 1, signal });

/** The true turns as each window of ten seconds would show them: the three who say most, numbered again. */
function exactTurns({ truth }: Dialogue, seed: number): VoiceTurn[] {
  const random = seededRandom(seed);
  const turns: VoiceTurn[] = [];
  for (let window = 0; window * 5000 < DURATION_MS; window += 1) {
    const { startMs, endMs } = middleOf(window);
    const [from, to] = [startMs - LEAD_MS, endMs + LEAD_MS];
    const audible = truth.filter((turn) => turn.startMs < to && turn.endMs > from);
    const clip = (turn: TimeSpan) => ({
      startMs: Math.max(0, from, turn.startMs),
      endMs: Math.min(to, turn.endMs),
    });
    const spokenMs = new Map<string, number>();
    for (const turn of audible) {
      const { startMs: a, endMs: b } = clip(turn);
      spokenMs.set(turn.speaker, (spokenMs.get(turn.speaker) ?? 0) + b - a);
    }
    const names = [...spokenMs]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([name]) => ({ name, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name);
    for (const turn of audible) {
      const voice = names.indexOf(turn.speaker);
      if (voice < 0) continue;
      const clipped = clip(turn);
      turns.push({ ...clipped, window, voice });
    }
  }
  return turns;
}

async function measure(dialogue: Dialogue, seed: number): Promise<[Score, Score]> {
  const path = join(folder, 'audio.s16');
  writeFileSync(path, bytesOfS16(dialogue.samples));
  const { regions } = await findSpeech({ path, signal }, engine);
  const source = { kind: 'samples', path, model } as const;
  const label = async (voiceTurns: VoiceTurn[] | undefined) => {
    const { turns } = await nodeTasks.label(
      { regions, expected: null, source, voiceTurns },
      { signal },
    );
    const named = turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) }));
    return scoreTurns(dialogue.truth, named, { unscored: dialogue.pauses });
  };
  return [await label(undefined), await label(exactTurns(dialogue, seed))];
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function row(name: string, scores: readonly Score[]): string {
  const of = (part: (score: Score) => number) => median(scores.map(part));
  const right = scores.filter(({ countError }) => countError === 0).length;
  return (
    `| ${name} | ${percent(of(({ der }) => der))} | ${percent(of(({ confusion }) => confusion))} | ` +
    `${percent(of(({ missed }) => missed))} | ${right} of ${scores.length} |`
  );
}

try {
  const voices = readVoices(process.argv[2] ?? '');
  const rows: string[] = [];
  for (const count of [2, 3, 4]) {
    const scores: [Score, Score][] = [];
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const cast = Array.from({ length: count }, (_, at) => voices[(seed + at) % voices.length]);
      const dialogue = composeDialogue({
        voices: cast.filter((voice) => voice !== undefined),
        durationMs: DURATION_MS,
        seed: 900 + 10 * count + seed,
        gapMs: [-2000, 500],
      });
      scores.push(await measure(dialogue, seed));
    }
    rows.push(
      row(
        `${count} people`,
        scores.map(([plain]) => plain),
      ),
      row(
        `${count} people, exact turns`,
        scores.map(([, exact]) => exact),
      ),
    );
  }
  const section = [
    SECTION,
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors. ${SEEDS} recordings of 150 s for each ` +
      `number of people, composed of ${voices.length} real voices: turns of 1–8 s, the next one begins up to 2 s before or 0.5 s after ` +
      'the end of the one before. DER with a collar of 0.25 s, speech of several at once counted for each of them, nobody told how many ' +
      'speak; medians. The exact turns stand for a turn model without errors: they show what Steno makes of it, not what the trained ' +
      'network hears, whose weights were not to be had. Made by `node test/bench/at-once.ts FOLDER`.',
    '',
    '| | DER | confused | missed | count right |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  writeSection('speakers', section);
  process.stdout.write(section);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
