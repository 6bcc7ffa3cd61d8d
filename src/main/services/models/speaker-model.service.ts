import type { Readable } from 'node:stream';
import type { ImportModelQuery, Model, ModelDownload } from '../../../shared/models/models.ts';
import type { CatalogueSpeakerModel } from '../../../shared/models/speaker-model-catalogue.ts';
import type {
  SpeakerModel,
  SpeakerModelList,
  SpeakerModelTask,
} from '../../../shared/models/speaker-models.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';

type SpeakerModelFile = Pick<Model, 'name' | 'bytes' | 'trust'> & {
  builtIn: boolean;
  task: SpeakerModelTask;
};

export type SpeakerModelService = ReturnType<typeof createSpeakerModelService>;

export function createSpeakerModelService(
  { events }: Pick<Core, 'events'>,
  {
    files,
    catalogue,
    downloads,
  }: {
    files: {
      list(): Promise<SpeakerModelFile[]>;
      receive(
        content: Readable,
        options: { filename: string; name?: string | undefined; confirmed: boolean },
        signal?: AbortSignal,
      ): Promise<SpeakerModelFile>;
      remove(name: string): Promise<void>;
    };
    catalogue: readonly CatalogueSpeakerModel[];
    downloads: { list(): Promise<ModelDownload[]> };
  },
) {
  const list = async (): Promise<SpeakerModelList> => {
    const [installed, running] = await Promise.all([files.list(), downloads.list()]);
    const used = [modelInUse(installed, 'voices'), modelInUse(installed, 'turns')];
    const here = installed.map(
      ({ name, bytes, task, trust }): SpeakerModel => ({
        name,
        bytes,
        task,
        trust,
        download: null,
        voices: catalogue.find((model) => model.name === name)?.voices ?? null,
        in_use: used.some((model) => model?.name === name),
      }),
    );
    const toBeHad = catalogue
      .filter(({ name }) => !installed.some((model) => model.name === name))
      .map(({ name, bytes, task, voices }): SpeakerModel => {
        const download = running.find((one) => one.name === name) ?? null;
        return { name, bytes, task, voices, trust: null, in_use: false, download };
      });
    return { data: [...here, ...toBeHad] };
  };

  return {
    list,

    /** Stores a model's bytes. @throws as `receive` of the model files */
    async add(
      content: Readable,
      { filename, name, confirmed }: ImportModelQuery,
      signal: AbortSignal,
    ): Promise<SpeakerModel> {
      const options = { filename, name, confirmed: confirmed === 'true' };
      const added = await files.receive(content, options, signal);
      events.emit({ type: 'models' });
      const shown = (await list()).data.find((model) => model.name === added.name);
      if (!shown) throw new AppError('not_found');
      return shown;
    },

    /** Labels made with it are kept. @throws not_found */
    async remove(name: string): Promise<void> {
      await files.remove(name);
      events.emit({ type: 'models' });
    },
  };
}

/**
 * The trusted model for a task that was added last, else the built-in one, if there is one for it; files come oldest
 * first, the built-in one last.
 */
export function modelInUse<File extends SpeakerModelFile>(
  files: readonly File[],
  task: SpeakerModelTask,
): File | undefined {
  const trusted = files.filter((file) => file.task === task && file.trust !== 'unknown');
  return trusted.findLast(({ builtIn }) => !builtIn) ?? trusted[0];
}
