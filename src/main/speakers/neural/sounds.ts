/** How the windows of one recording sound beside each other, to go with what a speaker network makes of them. */
import { SOUND_NUMBERS } from '../sound/window-sound.ts';
import { normalize, rowOf, type VoicePrints } from '../voice-prints.ts';

/** How far the cepstra c1…c19 and the logarithm of the pitch are from window to window of one voice. */
const SPREAD = [
  ...[7.5, 6, 7, 4.8, 3.5, 3.6, 2.9, 2.4, 2.6, 2.2, 2.1, 2, 1.9, 1.6, 1.6, 1.5, 1.4, 1.3, 1.1],
  0.15,
];
/** What that is beside a row of length 1, found on composed dialogues (test/bench/speakers.ts). */
const UNIT = 0.075;

/** Rows of `createWindowSound`, NaN where there was none, against the mean of all: 0 for what is not known. */
export function compareSounds(rows: readonly Float32Array[]): Float32Array {
  const sounds = new Float32Array(rows.length * SOUND_NUMBERS);
  const known = rows.filter((row) => !Number.isNaN(row[0]));
  for (let number = 0; number < SOUND_NUMBERS; number += 1) {
    const mean =
      known.reduce((sum, row) => sum + (row[number] ?? 0), 0) / Math.max(1, known.length);
    rows.forEach((row, index) => {
      const away = ((row[number] ?? 0) - mean) / (SPREAD[number] ?? 1);
      sounds[index * SOUND_NUMBERS + number] = Number.isNaN(away) ? 0 : away * UNIT;
    });
  }
  return sounds;
}

/** The same windows with both in one row of length 1, for telling apart who speaks in this recording. */
export function withSounds(prints: VoicePrints): VoicePrints {
  const { dim, windows, sounds, ...rest } = prints;
  if (!sounds) return prints;
  const wider = dim + SOUND_NUMBERS;
  const vectors = new Float32Array(windows.length * wider);
  windows.forEach((_, index) => {
    const row = rowOf(vectors, wider, index);
    row.set(rowOf(prints.vectors, dim, index));
    row.set(rowOf(sounds, SOUND_NUMBERS, index), dim);
    normalize(row);
  });
  return { ...rest, dim: wider, windows, vectors };
}
