/** The recordings of test/bench/speakers.ts: dialogues of real voices, with exact truth. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { s16FromBytes } from '../helpers/audio.ts';
import {
  addNoise,
  addPhone,
  addRoom,
  composeDialogue,
  type Dialogue,
  type Voice,
} from '../helpers/dialogues.ts';

const DURATION_MS = 150_000;
const CASTS_A_COUNT = 3;
/** LibriSpeech's SPEAKERS.TXT. */
const WOMEN = ['533', '3080'];

export const CONDITIONS = ['clean', 'phone', 'room', 'noise'] as const;
export type Condition = (typeof CONDITIONS)[number];
export type BenchFile = {
  condition: Condition;
  voices: readonly string[];
  dialogue: Dialogue;
  samples: Int16Array;
};

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
  const { stdout } = execaSync('ffmpeg', args, { encoding: 'buffer', maxBuffer: 100_000_000 });
  return s16FromBytes(stdout);
}

/** Three casts of one to five voices in each condition: 60 of 150 s. */
export function* composeFiles(voices: readonly Voice[]): Generator<BenchFile> {
  let seed = 1000;
  for (const condition of CONDITIONS) {
    for (let count = 1; count <= voices.length; count += 1) {
      for (let cast = 0; cast < CASTS_A_COUNT; cast += 1) {
        const step = cast === 1 ? 2 : 1;
        const chosen = Array.from({ length: count }, (_, index) => index * step + cast + count);
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

/** Every woman with every man. */
export function composeCouples(voices: readonly Voice[]): BenchFile[] {
  const isWoman = ({ name }: Voice) => WOMEN.includes(name);
  const couples = voices
    .filter(isWoman)
    .flatMap((her) => voices.filter((voice) => !isWoman(voice)).map((him) => [her, him]));
  return couples.map((couple, index) => composeFile('clean', couple, 3000 + index));
}

const voiceAt = (voices: readonly Voice[]) => (index: number) => {
  const voice = voices[index % voices.length];
  if (!voice) throw new Error('There are no voices.');
  return voice;
};

function composeFile(condition: Condition, voices: readonly Voice[], seed: number): BenchFile {
  const dialogue = composeDialogue({ voices, durationMs: DURATION_MS, seed });
  const samples = recordIn(condition, dialogue.samples, seed);
  return { condition, voices: voices.map(({ name }) => name), dialogue, samples };
}

function recordIn(condition: Condition, samples: Int16Array, seed: number): Int16Array {
  if (condition === 'phone') return addPhone(samples);
  if (condition === 'room') return addRoom(samples, 500, seed);
  return condition === 'noise' ? addNoise(samples, 15, seed) : samples;
}
