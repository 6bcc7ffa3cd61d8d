/**
 * Learns how people differ by pitch and sound: `node scripts/learn-acoustic-voices.ts FOLDER [TEST]`, with a folder for each
 * person and their recordings in FOLDER, and FLAC files of other people, named as LibriSpeech names them, in TEST. Writes
 * src/main/speakers/acoustic/between-voices.json and prints how well people are known again; `npx biome format --write`
 * lays it out. Needs the built engine.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSpeech } from '../src/main/engine/speech/speech.ts';
import { voiceNumbers } from '../src/main/speakers/acoustic/between-voices.ts';
import { cutAtPauses } from '../src/main/speakers/acoustic/cut-at-pauses.ts';
import {
  addFrame,
  type FrameSums,
  joinSums,
  noFrames,
} from '../src/main/speakers/acoustic/frame-sums.ts';
import { createVoiceFrames } from '../src/main/speakers/acoustic/voice-frames.ts';
import { openSamples } from '../src/main/speakers/samples.ts';
import { readVoices } from '../test/bench/speaker-files.ts';
import { bytesOfS16 } from '../test/helpers/audio.ts';
import { demoModel, openEngine } from '../test/helpers/engine.ts';
import { type HeardVoice, learnBetween, likenessOf, thresholdFor } from './acoustic-people.ts';
import { CONDITIONS } from './conditions.ts';
import { readPerson } from './read-person.ts';

const SECONDS_A_VOICE = 100;
const LEAST_SAMPLES = 45 * 16_000;
/** How much speech a voice is compared by. */
const LEARNT_MS = 15_000;
const TESTED_MS = [15_000, 30_000];

const written = join(import.meta.dirname, '../src/main/speakers/acoustic/between-voices.json');
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'steno-voices-'));
const engine = await openEngine({ modelPath: demoModel, lanes: 1, threads: 1, signal });

type Part = { ms: number; frames: FrameSums };

/** What is voiced in each stretch of speech between two pauses. */
async function listen(samples: Int16Array): Promise<Part[]> {
  const path = join(folder, 'voice.s16');
  writeFileSync(path, bytesOfS16(samples));
  const { regions } = await findSpeech({ path, signal }, engine);
  using file = openSamples(path);
  const framesOf = createVoiceFrames(file);
  return regions
    .flatMap((region) => cutAtPauses(file, region))
    .map((part) => {
      const frames = noFrames();
      for (const frame of framesOf(part)) addFrame(frames, frame);
      return { ms: part.endMs - part.startMs, frames };
    });
}

/** Pieces of so much speech, each in numbers. */
function describePieces(parts: readonly Part[], speechMs: number): Float32Array[] {
  const pieces: Float32Array[] = [];
  let [piece, heardMs] = [noFrames(), 0];
  for (const { ms, frames } of parts) {
    piece = joinSums(piece, frames);
    heardMs += ms;
    if (heardMs < speechMs) continue;
    pieces.push(voiceNumbers(piece));
    [piece, heardMs] = [noFrames(), 0];
  }
  return pieces;
}

/** A voice in each condition, in pieces of each length. */
async function hear(
  name: string,
  samples: Int16Array,
  speechMs: readonly number[],
): Promise<HeardVoice[][]> {
  const heard = speechMs.map((): HeardVoice[] => []);
  for (const [condition, record] of Object.entries(CONDITIONS)) {
    const parts = await listen(record(samples));
    speechMs.forEach((ms, length) => {
      const pieces = describePieces(parts, ms);
      heard[length]?.push(...pieces.map((numbers, piece) => ({ name, condition, piece, numbers })));
    });
  }
  process.stderr.write(`${name}\n`);
  return heard;
}

try {
  const [source = '', test] = process.argv.slice(2);
  const people = readdirSync(source)
    .toSorted()
    .map((name) => ({ name, samples: readPerson(join(source, name), SECONDS_A_VOICE) }))
    .filter(({ samples }) => samples.length >= LEAST_SAMPLES);
  const learnt: HeardVoice[] = [];
  for (const { name, samples } of people) {
    learnt.push(...(await hear(name, samples, [LEARNT_MS])).flat());
  }
  const between = { ...learnBetween(learnt), same: thresholdFor(learnt) };
  writeFileSync(written, `${JSON.stringify(between)}\n`);
  const { voices, same } = between;
  process.stdout.write(`${JSON.stringify({ voices, pieces: learnt.length, same })}\n`);
  const others = TESTED_MS.map((): HeardVoice[] => []);
  for (const { name, clips } of test === undefined ? [] : readVoices(test)) {
    const samples = Int16Array.from(clips.flatMap((clip) => [...clip]));
    const heard = await hear(name, samples, TESTED_MS);
    heard.forEach((pieces, length) => {
      others[length]?.push(...pieces);
    });
  }
  TESTED_MS.forEach((ms, length) => {
    const figures = likenessOf(between, others[length] ?? []);
    process.stdout.write(`${ms / 1000} s: ${JSON.stringify(figures)}\n`);
  });
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
