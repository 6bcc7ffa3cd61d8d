import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { ModelService } from '../models/model.service.ts';

/** What is installed changes: what was found, or not found, is looked for again. */
const LOOK_AGAIN_MS = 10 * 60_000;

export type GivenModel = { name: string; sha256: string; bytes: number; path: string };

/** The models that workers fetch: those installed here, found by their digests. */
export function createGivenModels(
  models: Pick<ModelService, 'withDigest'>,
  { clock }: { clock: Clock },
) {
  const known = new Map<string, { model: GivenModel; at: number }>();
  const find = async (sha256: string, name?: string): Promise<GivenModel | null> => {
    const before = known.get(sha256);
    if (before && before.at > clock.mono() - LOOK_AGAIN_MS) return before.model;
    const model = await models.withDigest(sha256, name);
    if (model) known.set(sha256, { model, at: clock.mono() });
    else known.delete(sha256);
    return model;
  };

  return {
    /** Null if it is not installed here. */
    find: ({ name, sha256 }: { name: string; sha256: string }): Promise<GivenModel | null> =>
      find(sha256, name),

    /** @throws not_found */
    async file(sha256: string): Promise<GivenModel> {
      const model = await find(sha256);
      if (!model) throw new AppError('not_found', { message: 'There is no such model here.' });
      return model;
    },
  };
}

export type GivenModels = ReturnType<typeof createGivenModels>;
