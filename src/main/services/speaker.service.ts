import type { Transcription } from '../../shared/transcription.ts';
import { AppError } from '../errors.ts';
import type { EventBus } from '../events.ts';
import type { SpeakerRepository } from '../repositories/speaker.repository.ts';
import type { TranscriptionRepository } from '../repositories/transcription.repository.ts';

export type SpeakerService = ReturnType<typeof createSpeakerService>;

/** What people do with the speakers of a finished transcription. */
export function createSpeakerService({
  speakers,
  transcriptions,
  get,
  events,
}: {
  speakers: SpeakerRepository;
  transcriptions: TranscriptionRepository;
  /** The transcription as the API shows it. @throws not_found */
  get: (id: string) => Promise<Transcription>;
  events: EventBus;
}) {
  const completed = async (id: string): Promise<void> => {
    const job = await transcriptions.find(id);
    if (!job) throw new AppError('not_found');
    if (job.status !== 'completed') {
      throw new AppError('wrong_state', { message: 'The transcription is not completed.' });
    }
  };

  const announced = async (id: string): Promise<Transcription> => {
    const transcription = await get(id);
    const { result: _, ...summary } = transcription;
    events.emit({ type: 'transcription', transcription: summary });
    return transcription;
  };

  return {
    /** The name shows everywhere: segments, structured text, subtitles, exports. */
    async rename(id: string, number: number, name: string | null): Promise<Transcription> {
      await completed(id);
      if (!(await speakers.rename(id, number, name))) {
        throw new AppError('not_found', { message: 'There is no such speaker in this recording.' });
      }
      return announced(id);
    },
  };
}
