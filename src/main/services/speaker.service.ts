import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Core } from '../core.ts';
import { AppError } from '../errors.ts';
import type { Job } from '../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { createSpeakerRepository } from '../repositories/speakers/speaker.repository.ts';
import { createEditRepository } from '../repositories/transcripts/edit.repository.ts';
import { createHistoryRepository } from '../repositories/transcripts/history.repository.ts';
import { type Principal, viewOf, voiceMemoryOf } from './principal.ts';
import type { VoiceService } from './voice.service.ts';

export type SpeakerService = ReturnType<typeof createSpeakerService>;

/** What people do with the speakers of a finished transcription. */
export function createSpeakerService(
  { db, closing, clock }: Pick<Core, 'db' | 'closing' | 'clock'>,
  {
    voices,
    labelAgain,
    structure,
    improveLater,
    announce,
  }: {
    voices: VoiceService;
    /** Labels from the voices that were heard; false when none were kept. */
    labelAgain: (
      id: string,
      expected: number | null,
      options: {
        signal: AbortSignal;
        structure: (segments: readonly Segment[]) => Promise<string | null>;
      },
    ) => Promise<boolean>;
    /** The structured text as JSON. */
    structure: (segments: readonly Segment[], durationMs: number) => Promise<string>;
    /** Has a language model, if there is one, improve the structured text afterwards. */
    improveLater: (id: string) => Promise<void>;
    /** Tells the window and the keys that see it how a transcription stands. */
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

  return {
    /**
     * The name shows in everything made from the transcription, and the voice is remembered under it only. It is a step
     * of the history unless it is one that is undone or done again.
     */
    async rename(
      id: string,
      number: number,
      name: string | null,
      principal: Principal,
      { isStep } = { isStep: true },
    ): Promise<void> {
      const job = await completed(id, principal);
      const before = (await edits.labels(id)).get(number)?.name ?? null;
      const memory = voiceMemoryOf(principal, job);
      const heard = await speakers.voice(id, number);
      if (!(await speakers.rename(id, number, name))) {
        throw new AppError('not_found', { message: 'There is no such speaker in this recording.' });
      }
      if (isStep && before !== name) {
        const body = { rows: [], name: { number, before, after: name } };
        await history.add(id, { kind: 'name', request: null, madeAt: clock.now(), body });
      }
      if (heard && heard.name !== name) {
        if (heard.name !== null) await voices.takeBack(memory, heard.name, heard);
        if (name !== null) await voices.remember(memory, name, heard);
      }
      if (job.options.structure) await improveLater(id);
      return announce(id);
    },

    /** Finds the speakers anew, as many as are expected; names stay with those who said most of the same words. */
    async label(id: string, expected: number | null, principal: Principal): Promise<void> {
      const job = await completed(id, principal);
      const done = await labelAgain(id, expected, {
        signal: closing,
        structure: async (segments) =>
          job.options.structure ? structure(segments, job.durationMs ?? 0) : null,
      });
      if (!done) {
        throw new AppError('wrong_state', {
          message: 'No voices were kept of this recording; transcribe it again to label it.',
        });
      }
      if (job.options.structure) await improveLater(id);
      return announce(id);
    },
  };
}
