import type { Client } from '../../shared/client.ts';
import { AppError } from '../errors.ts';
import type { ServiceFile } from '../service-file.ts';
import { modelFile } from './reach-service.ts';

/**
 * How a request names the model of `--model`: by its name, or not at all where the service was started with this file.
 *
 * @throws invalid_request for a file that a running service does not know
 */
export async function modelToAsk(
  client: Client,
  service: ServiceFile,
  model: string | null,
): Promise<string | null> {
  const file = await modelFile(model);
  if (model === null || file === null) return model;
  const { data } = await client.listModels();
  if (data.some(({ name }) => name === model)) return model;
  if (service.model === file) return null;
  throw new AppError('invalid_request', {
    message: `The Steno that runs with this data folder does not know the model ${model}. Add it with "steno models add ${model}", then name it.`,
  });
}
