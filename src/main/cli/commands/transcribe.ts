import { parse } from 'node:path';
import type { Client } from '../../../shared/client.ts';
import type { ExportInput } from '../../../shared/exports/options.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { Config } from '../../config.ts';
import { chooseRecordings } from '../choose-recordings.ts';
import { withService } from '../connect.ts';
import { modelToAsk } from '../model-to-ask.ts';
import { isLink } from '../source.ts';
import { submitSource } from '../submit.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { createOutput } from '../terminal/output.ts';
import { createProgressView, type ProgressView } from '../terminal/progress-view.ts';
import { CommandFailed } from '../terminal/report.ts';
import { waitForAll } from '../wait.ts';

export type TranscribeOptions = {
  export: ExportInput;
  /** The folder to write into, or null for stdout. */
  out: string | null;
  language: string | null;
  structure: boolean;
  /** All recordings of a playlist, without asking. */
  yes: boolean;
  /** Also what was transcribed before with the same options. */
  again: boolean;
};

/** Transcribes each source and writes the results in the order the sources were given. */
export async function transcribe(
  config: Config,
  sources: readonly string[],
  options: TranscribeOptions,
): Promise<void> {
  const failures = await interruptible((signal) =>
    withService(
      config,
      async (client, service) => {
        const model = await modelToAsk(client, service, config.model);
        return run(client, sources, { ...options, model }, signal);
      },
      { signal },
    ),
  );
  if (failures > 0) throw new CommandFailed();
}

type Submitted = {
  id: string;
  /** It was there before and is perhaps somebody else's: Ctrl-C does not end it. */
  found: boolean;
  /** What its file is called, where that is not what the transcription is. */
  stem: string | null;
};

/** Returns how many sources failed. */
async function run(
  client: Client,
  sources: readonly string[],
  options: TranscribeOptions & { model: string | null },
  interrupt: AbortSignal,
): Promise<number> {
  const view = createProgressView(process.stderr);
  const all: Submitted[] = [];
  let failures = 0;
  for (const source of sources) {
    try {
      const { yes } = options;
      for (const one of await chooseRecordings(client, source, { yes, signal: interrupt })) {
        const { transcription, found } = await submitSource(client, one, options, interrupt);
        const stem = found && !isLink(one) ? parse(one).name : null;
        all.push({ id: transcription.id, found, stem });
        if (found) view.note(`${one}: transcribed before. Use --again to do it anew.`);
      }
    } catch (error) {
      if (interrupt.aborted) break;
      failures++;
      view.note(`${source}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const ids = all.map(({ id }) => id);
  await waitForAll(client, ids, view.show, interrupt);
  if (interrupt.aborted) {
    const own = all.filter(({ found }) => !found);
    await Promise.all(own.map(({ id }) => client.cancelTranscription(id).catch(() => {})));
    view.note('Stopped.');
    return 0;
  }
  view.done();
  return failures + (await writeAll(client, all, options, view));
}

/** Returns how many failed. */
async function writeAll(
  client: Client,
  all: readonly Submitted[],
  options: TranscribeOptions,
  view: ProgressView,
): Promise<number> {
  const output = createOutput(client, { ...options.export, out: options.out });
  let failures = 0;
  for (const { id, stem } of all) {
    const { status, source, warnings, error } = await client.getTranscription(id);
    for (const warning of warnings) view.note(`Note: ${warning.message}`);
    if (status === 'completed') await output.write(id, stem);
    else {
      failures++;
      view.note(`${titleOf(source)}: ${error?.message ?? 'failed'}`);
    }
  }
  return failures;
}
