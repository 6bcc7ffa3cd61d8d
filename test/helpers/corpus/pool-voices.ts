import { poolClips, SAMPLES_PER_MS } from './audio.ts';
import type { Voice } from './dialogues.ts';

/** The English voices of the fixture pool with all they say. */
export function poolVoices(pool: Int16Array): Voice[] {
  const byVoice = Map.groupBy(
    poolClips().filter((clip) => clip.language === 'en'),
    (clip) => clip.voice,
  );
  return [...byVoice].map(([name, clips]) => ({
    name,
    clips: clips.map((clip) =>
      pool.subarray(
        Math.round(clip.start * 1000) * SAMPLES_PER_MS,
        Math.round(clip.end * 1000) * SAMPLES_PER_MS,
      ),
    ),
  }));
}
