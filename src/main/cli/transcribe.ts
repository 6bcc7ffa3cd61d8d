import type { Client } from '../../shared/client.ts';
import type { ExportInput } from '../../shared/exports/options.ts';
import { titleOf } from '../../shared/title.ts';
import type { Config } from '../config.ts';
import { chooseRecordings } from './choose-recordings.ts';
import { withService } from './connect.ts';
import { interruptible } from './interruptible.ts';
import { createOutput } from './output.ts';
import { createProgressView } from './progress-view.ts';
import { CommandFailed } from './report.ts';
import { submitSource } from './submit.ts';
import { waitForAll } from './wait.ts';

export type TranscribeOptions = {
  export: ExportInput;
  /** The folder to write into, or null for stdout. */
  out: string | null;
  language: string | null;
  structure: boolean;
  /** All recordings of a playlist, without asking. */
  yes: boolean;
};

/** Transcribes each source and writes the results in the order the sources were given. */
export async function transcribe(
  config: Config,
  sources: readonly string[],
  options: TranscribeOptions,
): Promise<void> {
  const failures = await interruptible((interrupt) =>
    withService(config, (client, { isOwn }) => {
      // A service of our own has the model as its default, and takes a file there as well.
      const model = isOwn ? null : config.model;
      return run(client, sources, { ...options, model }, interrupt);
    }),
  );
  if (failures > 0) throw new CommandFailed();
}

/** Returns how many sources failed. */
async function run(
  client: Client,
  sources: readonly string[],
  options: TranscribeOptions & { model: string | null },
  interrupt: AbortSignal,
): Promise<number> {
  const view = createProgressView(process.stderr);
  const ids: string[] = [];
  let failures = 0;
  for (const source of sources) {
    try {
      const { yes } = options;
      for (const one of await chooseRecordings(client, source, { yes, signal: interrupt })) {
        ids.push((await submitSource(client, one, options, interrupt)).id);
      }
    } catch (error) {
      if (interrupt.aborted) break;
      failures++;
      view.note(`${source}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await waitForAll(client, ids, view.show, interrupt);
  if (interrupt.aborted) {
    await Promise.all(ids.map((id) => client.cancelTranscription(id).catch(() => {})));
    view.note('Stopped.');
    return 0;
  }
  view.done();
  const output = createOutput(client, { ...options.export, out: options.out });
  for (const id of ids) {
    const transcription = await client.getTranscription(id);
    for (const warning of transcription.warnings) view.note(`Note: ${warning.message}`);
    if (transcription.status === 'completed') await output.write(id);
    else {
      failures++;
      view.note(`${titleOf(transcription.source)}: ${transcription.error?.message ?? 'failed'}`);
    }
  }
  return failures;
}
