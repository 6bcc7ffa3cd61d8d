import type { Health } from '../../shared/api.ts';
import type { Core } from '../core.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import type { ModelService } from './models/model.service.ts';

export type HealthService = ReturnType<typeof createHealthService>;

/** Says that the service answers, and how much it has to do. */
export function createHealthService(
  { db, config }: Pick<Core, 'db' | 'config'>,
  {
    models,
  }: {
    models: ModelService;
  },
) {
  const transcriptions = createTranscriptionRepository(db);
  return {
    async check(): Promise<Health> {
      const model = await models.standard().catch(() => null);
      return {
        status: 'ok',
        version: config.version,
        model: model?.name ?? null,
        queued: await transcriptions.countByStatus('queued'),
        processing: await transcriptions.countByStatus('processing'),
      };
    },
  };
}
