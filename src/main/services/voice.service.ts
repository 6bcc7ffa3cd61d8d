import type { Voice, VoiceList } from '../../shared/transcription/speakers.ts';
import { AppError } from '../core/errors.ts';
import type { Core } from '../core.ts';
import type { View } from '../repositories/row-visibility.ts';
import {
  createVoiceRepository,
  type StoredSample,
  type StoredVoice,
} from '../repositories/speakers/voice.repository.ts';

/**
 * The cosine similarity from which two embeddings count as the same person's. Among the five people of
 * test/bench/speakers.ts no two exceeded 0.63 in clean recordings and 0.74 over telephones.
 */
const SAME_VOICE = 0.75;
/** A voice known for longer than this still adapts, slowly: voices and microphones change. */
const LONGEST_MEMORY_MS = 10 * 60_000;

export type VoiceService = ReturnType<typeof createVoiceService>;

/** The voices of named speakers, to be recognized in later recordings. They never leave this machine. */
export function createVoiceService({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const voices = createVoiceRepository(db);

  return {
    async list(view: View): Promise<VoiceList> {
      return { data: (await voices.list(view)).map(toVoice) };
    },

    /** @throws not_found; wrong_state when another voice has this name */
    async rename(id: string, name: string, view: View): Promise<Voice> {
      const voice = (await voices.list(view)).find((known) => known.id === id);
      const at = clock.now();
      const hindrance = voice ? await voices.rename(id, name, at) : 'missing';
      if (!voice || hindrance === 'missing') {
        throw new AppError('not_found', { message: 'There is no voice with this id.' });
      }
      if (hindrance === 'taken') {
        throw new AppError('wrong_state', { message: 'Another voice has this name already.' });
      }
      return toVoice({ ...voice, name, updatedAt: at });
    },

    /** @throws not_found */
    async forget(id: string, view: View): Promise<void> {
      const known = (await voices.list(view)).some((voice) => voice.id === id);
      if (!known || !(await voices.remove(id))) {
        throw new AppError('not_found', { message: 'There is no voice with this id.' });
      }
    },

    /** Matches speakers with remembered voices: each voice is at most one of them, the closest first. */
    async recognize(
      memory: string,
      space: string,
      centroids: readonly Float32Array[],
    ): Promise<Map<number, { name: string; voiceId: string }>> {
      const pairs = toCentroids(await voices.samples(memory, space)).flatMap((voice) =>
        centroids.flatMap((centroid, speaker) =>
          centroid.some((value) => value !== 0)
            ? { voice, speaker, fit: cosine(voice.centroid, centroid) }
            : [],
        ),
      );
      const found = new Map<number, { name: string; voiceId: string }>();
      const taken = new Set<string>();
      for (const { voice, speaker, fit } of pairs.toSorted((a, b) => b.fit - a.fit)) {
        if (fit < SAME_VOICE || found.has(speaker) || taken.has(voice.voiceId)) continue;
        found.set(speaker, { name: voice.name, voiceId: voice.voiceId });
        taken.add(voice.voiceId);
      }
      return found;
    },
  };
}

function toVoice(voice: StoredVoice): Voice {
  return {
    id: voice.id,
    name: voice.name,
    memory: voice.memory,
    speech_seconds: Math.round(voice.speechMs / 1000),
    created_at: new Date(voice.createdAt).toISOString(),
    updated_at: new Date(voice.updatedAt).toISOString(),
  };
}

/** For embeddings of length 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

type Centroid = Omit<StoredSample, 'speechMs'>;

/** The mean of each voice's samples, normalized to length 1; later samples weigh more the longer the voice is known. */
function toCentroids(samples: readonly StoredSample[]): Centroid[] {
  const byVoice = Map.groupBy(samples, ({ voiceId }) => voiceId);
  return [...byVoice].flatMap(([voiceId, [first, ...later]]) => {
    if (!first) return [];
    const { name } = first;
    let { centroid, speechMs } = first;
    for (const sample of later) {
      const weight = Math.min(speechMs, LONGEST_MEMORY_MS);
      const known = centroid;
      const sum = sample.centroid.map(
        (value, index) => value * sample.speechMs + (known[index] ?? 0) * weight,
      );
      const length = Math.hypot(...sum);
      if (length > 0) centroid = sum.map((value) => value / length);
      speechMs += sample.speechMs;
    }
    return [{ voiceId, name, centroid }];
  });
}
