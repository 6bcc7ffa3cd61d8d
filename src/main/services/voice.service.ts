import type { Voice, VoiceList } from '../../shared/transcription/speakers.ts';
import type { Core } from '../core.ts';
import { AppError } from '../errors.ts';
import { newVoiceId } from '../ids.ts';
import type { VoiceSample } from '../repositories/speakers/speaker.repository.ts';
import {
  createVoiceRepository,
  type StoredVoice,
} from '../repositories/speakers/voice.repository.ts';
import type { View } from '../repositories/view.ts';

/**
 * The cosine from which two profiles count as one person's. Among the five people of test/bench/speakers.ts no two
 * came closer than 0.63 in clean recordings and 0.74 over telephones.
 */
const SAME_VOICE = 0.75;
/** More than rounding changes, as a part of the length: not the very same sample. */
const OTHER_RECORDING = 0.01;
/** What is known longer than this moves slowly, but still moves: voices and microphones change. */
const LONGEST_MEMORY_MS = 10 * 60_000;

export type VoiceService = ReturnType<typeof createVoiceService>;

/** The voices of people who were named, to be recognised in later recordings. They never leave this machine. */
export function createVoiceService({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const voices = createVoiceRepository(db);
  const profileOf = async (memory: string, name: string, space: string) =>
    (await voices.profiles(memory, space)).find((known) => known.name === name);

  return {
    async list(view: View): Promise<VoiceList> {
      return { data: (await voices.list(view)).map(toVoice) };
    },

    /** @throws not_found; wrong_state when another voice has this name */
    async rename(id: string, name: string, view: View): Promise<Voice> {
      const all = await voices.list(view);
      const voice = all.find((known) => known.id === id);
      if (!voice) throw new AppError('not_found', { message: 'There is no voice with this id.' });
      const isTaken = ({ id: other, memory, name: taken }: StoredVoice) =>
        other !== id && memory === voice.memory && taken === name;
      if (all.some(isTaken)) {
        throw new AppError('wrong_state', { message: 'Another voice has this name already.' });
      }
      const renamed = { ...voice, name, updatedAt: clock.now() };
      await voices.rename(id, name, renamed.updatedAt);
      return toVoice(renamed);
    },

    /** @throws not_found */
    async forget(id: string, view: View): Promise<void> {
      const known = (await voices.list(view)).some((voice) => voice.id === id);
      if (!known || !(await voices.remove(id))) {
        throw new AppError('not_found', { message: 'There is no voice with this id.' });
      }
    },

    /** Remembers how somebody sounds; more of a known voice makes it surer. */
    async remember(memory: string, name: string, sample: VoiceSample): Promise<void> {
      const { space } = sample;
      const known = await profileOf(memory, name, space);
      const weight = known ? Math.min(known.speechMs, LONGEST_MEMORY_MS) : 0;
      const profile = sample.profile.map(
        (value, index) => value * sample.speechMs + (known?.profile[index] ?? 0) * weight,
      );
      const length = Math.hypot(...profile);
      if (!(length > 0)) return;
      const speechMs = (known?.speechMs ?? 0) + sample.speechMs;
      await voices.save(
        { id: newVoiceId(), memory, name, at: clock.now() },
        { space, profile: profile.map((value) => value / length), speechMs },
      );
    },

    /** Forgets a voice that is known from this sample alone: the name turned out to be wrong, or misspelt. */
    async takeBack(memory: string, name: string, sample: VoiceSample): Promise<void> {
      const known = await profileOf(memory, name, sample.space);
      const alone = known?.speechMs === sample.speechMs && isSame(known.profile, sample.profile);
      if (known && alone) await voices.removeProfile(known.voiceId, sample.space);
    },

    /** Which of the speakers are remembered: each voice is at most one of them, the closest first. */
    async recognise(
      memory: string,
      space: string,
      profiles: readonly Float32Array[],
    ): Promise<Map<number, { name: string; voiceId: string }>> {
      const pairs = (await voices.profiles(memory, space)).flatMap((voice) =>
        profiles.flatMap((profile, speaker) =>
          profile.some((value) => value !== 0)
            ? { voice, speaker, fit: cosine(voice.profile, profile) }
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

/** Of profiles, which all have the length 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  const apart = a.map((value, index) => value - (b[index] ?? 0));
  return Math.hypot(...apart) < OTHER_RECORDING * Math.hypot(...a);
}
