import type { Client } from '../../shared/client.ts';
import type { Settings } from '../../shared/settings.ts';
import { recordingsIn } from '../cli/choose-recordings.ts';
import { submitSource } from '../cli/submit-source.ts';
import { toAppError } from '../core/system-errors.ts';

type Adder = {
  client: Client;
  show: (id: string) => void;
  complain: (message: string) => void;
};

/**
 * Submits files to the service like any other client, one after another. An earlier transcription of a file is found
 * again, and shown if it is the only one requested.
 */
export function createFileAdder({ client, show, complain }: Adder) {
  const addFiles = async (paths: readonly string[]): Promise<void> => {
    const failures: string[] = [];
    let settings: Settings | null = null;
    for (const path of paths) {
      try {
        settings ??= await client.getSettings();
        const { speaker_recognition } = settings;
        const options = { language: null, structure: true, model: null, speaker_recognition };
        const asked = { ...options, again: false };
        const { transcription, found } = await submitSource(client, path, asked, NEVER);
        if (found && paths.length === 1) show(transcription.id);
      } catch (thrown) {
        failures.push(toAppError(thrown).message);
      }
    }
    const [first] = failures;
    if (first === undefined) return;
    complain(paths.length === 1 ? first : `${failures.length} of ${paths.length}: ${first}`);
  };

  return {
    addFiles,
    /** Every file in it with a recording's extension. */
    async addFolder(folder: string): Promise<void> {
      const paths = await recordingsIn(folder, { recursive: true }).catch(() => []);
      if (paths.length === 0) complain('There are no recordings in this folder.');
      await addFiles(paths);
    },
  };
}

const NEVER = new AbortController().signal;
