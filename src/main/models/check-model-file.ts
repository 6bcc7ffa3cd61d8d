import type { Config } from '../core/config.ts';
import { AppError } from '../core/errors.ts';
import { checkModel } from '../engine/process/check-model.ts';
import { engineCommand } from '../engine/process/engine-process.ts';
import { readSpeechModelHeader, type SpeechModelHeader } from './model-file.ts';

/** Checks a whole file without loading it. @throws model_invalid saying what is wrong with it, and what to do */
export async function checkModelFile(config: Config, modelPath: string): Promise<void> {
  try {
    await checkModel({ command: engineCommand(config), modelPath });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'model_invalid') throw error;
    const header = await readSpeechModelHeader(modelPath);
    throw new AppError('model_invalid', { message: withAdvice(error.message, header) });
  }
}

/** What the engine says about a file, and what to do about it. */
function withAdvice(message: string, header: SpeechModelHeader | null): string {
  // About other kinds of files it reports in whole sentences.
  if (message.endsWith('.')) return message;
  if (header === null) {
    return 'This is not a model. Take a ggml file (.bin) of Whisper or Parakeet instead.';
  }
  const kind = header.architecture === 'parakeet' ? 'Parakeet' : 'Whisper';
  return `${message}: this ${kind} model is cut short or damaged. Download it again.`;
}
