import type { RenameSpeaker } from '../../shared/transcription/speakers.ts';
import type { Core } from '../core.ts';
import { AppError } from '../errors.ts';
import type { LabelAgain } from '../queue/labeling-stage.ts';
import type { StructureText } from '../queue/structuring.ts';
import type { Job } from '../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { createSpeakerRepository } from '../repositories/speakers/speaker.repository.ts';
import { createEditRepository } from '../repositories/transcripts/edit.repository.ts';
import { createHistoryRepository } from '../repositories/transcripts/history.repository.ts';
import { type Principal, viewOf, voiceMemoryOf } from './principal.ts';
import type { VoiceService } from './voice.service.ts';

export type SpeakerService = ReturnType<typeof createSpeakerService>;

/** Users' changes to the speakers of a finished transcription. */
export function createSpeakerService(
  { db, closing, clock }: Pick<Core, 'db' | 'closing' | 'clock'>,
  {
    voices,
    remembers,
    labelAgain,
    structure,
    improveLater,
    announce,
  }: {
    voices: VoiceService;
    /** Whether voices are remembered when a request does not say. */
    remembers: () => Promise<boolean>;
    labelAgain: LabelAgain;
    structure: StructureText;
    /** Queues the structured text for improvement by the language model, if one is configured. */
    improveLater: (id: string) => Promise<void>;
    /** Announces a transcription's state to the window and the keys that see it. */
    announce: (id: string) => Promise<void>;
  },
) {
  const speakers = createSpeakerRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const edits = createEditRepository(db);
  const history = createHistoryRepository(db);
  const completed = async (id: string, principal: Principal): Promise<Job> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job) throw new AppError('not_found');
    if (job.status === 'completed') return job;
    throw new AppError('wrong_state', { message: 'The transcription is not completed.' });
  };

  /** Remembers a speaker's voice, if it is known and comparable beyond its recording. */
  const teach = async (memory: string, name: string, transcriptionId: string, speaker: number) => {
    const sample = await speakers.voice(transcriptionId, speaker);
    if (sample) await voices.remember(memory, name, { transcriptionId, speaker }, sample);
  };

  /** Moves learned voices along with the names to the speakers who now have them. */
  const teachAgain = async (id: string, before: ReadonlyMap<number, string>): Promise<void> => {
    const taught = await voices.taught(id);
    for (const { memory, speaker } of taught) {
      await voices.removeSample(memory, { transcriptionId: id, speaker });
    }
    const named = [...(await speakers.names(id))];
    for (const { memory, speaker } of taught) {
      const at = named.findIndex(([, name]) => name === before.get(speaker));
      const [found] = at < 0 ? [] : named.splice(at, 1);
      if (found) await teach(memory, found[1], id, found[0]);
    }
  };

  return {
    /**
     * The name appears in everything made from the transcription, and the voice is remembered under that name only, or
     * not at all. Adds a step to the history unless it is being undone or redone.
     */
    async rename(
      id: string,
      number: number,
      { name, remember }: RenameSpeaker,
      principal: Principal,
      { isStep } = { isStep: true },
    ): Promise<void> {
      const job = await completed(id, principal);
      const before = (await edits.labels(id)).get(number)?.name ?? null;
      const memory = voiceMemoryOf(principal, job);
      if (!(await speakers.rename(id, number, name))) {
        throw new AppError('not_found', { message: 'There is no such speaker in this recording.' });
      }
      await voices.removeSample(memory, { transcriptionId: id, speaker: number });
      if (name !== null && (remember ?? (await remembers()))) await teach(memory, name, id, number);
      if (isStep && before !== name) {
        const body = { rows: [], name: { number, before, after: name } };
        await history.add(id, { kind: 'name', request: null, madeAt: clock.now(), body });
      }
      if (job.options.structure) await improveLater(id);
      return announce(id);
    },

    /**
     * Detects the speakers again, with the expected number; names stay with the speakers who say most of the same
     * words.
     */
    async label(id: string, expected: number | null, principal: Principal): Promise<void> {
      const job = await completed(id, principal);
      const names = await speakers.names(id);
      const done = await labelAgain(id, expected, {
        signal: closing,
        structure: async (segments) =>
          job.options.structure ? structure(segments, job.durationMs ?? 0, closing) : null,
      });
      if (!done) {
        throw new AppError('wrong_state', {
          message: 'No voices were kept of this recording; transcribe it again to label it.',
        });
      }
      await teachAgain(id, names);
      if (job.options.structure) await improveLater(id);
      return announce(id);
    },
  };
}
