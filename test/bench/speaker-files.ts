/** The recordings of test/bench/speakers.ts: dialogues of real voices, with exact truth. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import type { ChannelLevels } from '../../src/main/core/audio-channels.ts';
import { createLevelMeter, STEP_MS } from '../../src/main/media/ffmpeg/channel-levels.ts';
import { bytesOfS16, s16FromBytes } from '../helpers/corpus/audio.ts';
import {
  addNoise,
  addPhone,
  addRoom,
  composeDialogue,
  type Dialogue,
  type Voice,
} from '../helpers/corpus/dialogues.ts';
import { asCall, blend, keepOnly } from '../helpers/corpus/stereo.ts';

const DURATION_MS = 150_000;
const CALL_MS = 90_000;
const SHORT_MS = [30_000, 60_000];
const RATE = 16_000;
const CASTS_A_COUNT = 3;
/** LibriSpeech's SPEAKERS.TXT. */
const WOMEN = ['533', '3080'];

export const CONDITIONS = ['clean', 'phone', 'room', 'noise'] as const;
type Condition = (typeof CONDITIONS)[number];
export type BenchFile = {
  condition: Condition | 'call';
  voices: readonly string[];
  dialogue: Dialogue;
  samples: Int16Array;
  /** Of a call, which has two channels. */
  levels: ChannelLevels | null;
};
/** Other seeds and casts make other recordings of the same voices. */
type Variant = {
  firstSeed: number;
  /** How many voices further the casts begin. */
  rotation: number;
  /** The cast that takes every second voice. */
  wideCast: number;
};
export const CHOSEN_ON: Variant = { firstSeed: 1000, rotation: 0, wideCast: 1 };
export const HELD_OUT: Variant = { firstSeed: 6000, rotation: 3, wideCast: 0 };

/** FLAC files named `SPEAKER-CHAPTER-UTTERANCE.flac`, as LibriSpeech names them. */
export function readVoices(folder: string): Voice[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.flac'));
  const byVoice = Map.groupBy(files.toSorted(), (name) => name.split('-')[0] ?? '');
  return [...byVoice].map(([name, clips]) => ({
    name,
    clips: clips.map((clip) => decode(join(folder, clip))),
  }));
}

function decode(file: string): Int16Array {
  const args = ['-v', 'error', '-i', file, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'];
  const options = { encoding: 'buffer', maxBuffer: 100_000_000, stripFinalNewline: false } as const;
  const { stdout } = execaSync('ffmpeg', args, options);
  return s16FromBytes(stdout);
}

/** Three casts of one to five voices in each condition: 60 of 150 s. */
export function* composeFiles(
  voices: readonly Voice[],
  { firstSeed, rotation, wideCast }: Variant,
): Generator<BenchFile> {
  let seed = firstSeed;
  for (const condition of CONDITIONS) {
    for (let count = 1; count <= voices.length; count += 1) {
      for (let cast = 0; cast < CASTS_A_COUNT; cast += 1) {
        const step = cast === wideCast ? 2 : 1;
        const chosen = Array.from(
          { length: count },
          (_, index) => index * step + cast + count + rotation,
        );
        yield composeFile(condition, chosen.map(voiceAt(voices)), seed);
        seed += 1;
      }
    }
  }
}

/** Every voice alone in every condition. */
export function* composeMonologues(voices: readonly Voice[]): Generator<BenchFile> {
  let seed = 2000;
  for (const condition of CONDITIONS) {
    for (const voice of voices) {
      yield composeFile(condition, [voice], seed);
      seed += 1;
    }
  }
}

/** Every voice alone and with another, for 30 s and for a minute: few turns, from which to count is hardest. */
export function* composeShort(voices: readonly Voice[]): Generator<BenchFile> {
  let seed = 9000;
  for (const [index, voice] of voices.entries()) {
    for (const [further, durationMs] of SHORT_MS.entries()) {
      yield composeFile('clean', [voice], seed, durationMs);
      const other = voiceAt(voices)(index + 1 + further);
      yield composeFile('clean', [voice, other], seed + 1, durationMs);
      seed += 2;
    }
  }
}

/** Every woman with every man. */
export function composeCouples(voices: readonly Voice[]): BenchFile[] {
  const isWoman = ({ name }: Voice) => WOMEN.includes(name);
  const couples = voices
    .filter(isWoman)
    .flatMap((her) => voices.filter((voice) => !isWoman(voice)).map((him) => [her, him]));
  return couples.map((couple, index) => composeFile('clean', couple, 3000 + index));
}

/** Every two voices on a line each, as loud as they are and then with one line 12 dB quieter. */
export function* composeCalls(voices: readonly Voice[]): Generator<BenchFile> {
  let seed = 4000;
  for (const [index, one] of voices.entries()) {
    for (const other of voices.slice(index + 1)) {
      for (const gain of [1, 0.25]) {
        yield composeCall(one, other, gain, seed);
        seed += 1;
      }
    }
  }
}

function composeCall(one: Voice, other: Voice, gain: number, seed: number): BenchFile {
  const dialogue = composeDialogue({ voices: [one, other], durationMs: CALL_MS, seed });
  const said = ({ name }: Voice) =>
    keepOnly(
      dialogue.samples,
      dialogue.truth.filter(({ speaker }) => speaker === name),
    );
  const stereo = asCall(blend([said(one), gain]), said(other));
  const meter = createLevelMeter(RATE);
  meter.add(bytesOfS16(stereo));
  const samples = Int16Array.from({ length: stereo.length / 2 }, (_, index) =>
    Math.round(((stereo[index * 2] ?? 0) + (stereo[index * 2 + 1] ?? 0)) / 2),
  );
  const levels = { stepMs: STEP_MS, channels: 2, values: meter.values(), ofTracks: false };
  return { condition: 'call', voices: [one.name, other.name], dialogue, samples, levels };
}

const voiceAt = (voices: readonly Voice[]) => (index: number) => {
  const voice = voices[index % voices.length];
  if (!voice) throw new Error('There are no voices.');
  return voice;
};

function composeFile(
  condition: Condition,
  voices: readonly Voice[],
  seed: number,
  durationMs = DURATION_MS,
): BenchFile {
  const dialogue = composeDialogue({ voices, durationMs, seed });
  const samples = recordIn(condition, dialogue.samples, seed);
  const names = voices.map(({ name }) => name);
  return { condition, voices: names, dialogue, samples, levels: null };
}

function recordIn(condition: Condition, samples: Int16Array, seed: number): Int16Array {
  if (condition === 'phone') return addPhone(samples);
  if (condition === 'room') return addRoom(samples, 500, seed);
  return condition === 'noise' ? addNoise(samples, 15, seed) : samples;
}
