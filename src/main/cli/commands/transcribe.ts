import type { Client } from '../../../shared/client.ts';
import { fileStem, titleOf } from '../../../shared/transcription/title.ts';
import type { Config } from '../../config.ts';
import { type Attempts, createAttempts } from '../attempts.ts';
import { chooseRecordings } from '../choose-recordings.ts';
import { withService } from '../connect.ts';
import { modelToAsk } from '../model-to-ask.ts';
import { isLink, localRecordings, nameOf } from '../source.ts';
import { submitSource } from '../submit.ts';
import { interruptible } from '../terminal/interruptible.ts';
import {
  createOutput,
  type Output,
  type OutputOptions,
  prepareOutput,
  type Target,
} from '../terminal/output.ts';
import { createProgressView, type ProgressView } from '../terminal/progress-view.ts';
import { CommandFailed } from '../terminal/report.ts';
import { waitForAll } from '../wait.ts';

export type TranscribeOptions = {
  output: OutputOptions;
  language: string | null;
  structure: boolean;
  /** How many people speak, or null where that is found out. */
  speakersExpected: number | null;
  /** Also the recordings in the subfolders of a folder. */
  recursive: boolean;
  /** All recordings of a playlist, without asking. */
  yes: boolean;
  /** Also what was transcribed before with the same options. */
  again: boolean;
  /** Nothing on stderr but what did not work. */
  quiet: boolean;
};

/** Transcribes each source and writes the results in the order the sources were given. */
export async function transcribe(
  config: Config,
  sources: readonly string[],
  options: TranscribeOptions,
): Promise<void> {
  await prepareOutput(options.output);
  const failures = await interruptible((interrupt) =>
    withService(
      config,
      async (client, service) => {
        const model = await modelToAsk(client, service, config.model);
        const view = createProgressView(process.stderr, { quiet: options.quiet });
        const output = createOutput(client, options.output, { onWritten: view.note });
        const attempts = createAttempts(view.problem, interrupt);
        const run = { client, interrupt, options: { ...options, model }, view, output, attempts };
        return transcribeAll(sources, run);
      },
      { signal: interrupt },
    ),
  );
  if (failures > 0) throw new CommandFailed();
}

/** What the steps of one command share. */
type Run = {
  client: Client;
  interrupt: AbortSignal;
  options: TranscribeOptions & { model: string | null };
  view: ProgressView;
  output: Output;
  attempts: Attempts;
};

type Submitted = {
  id: string;
  /** It was there before and is perhaps somebody else's: Ctrl-C does not end it. */
  found: boolean;
  /** Its files; null where they are named after what the link leads to. */
  targets: Target[] | null;
};

/** Returns how much failed. */
async function transcribeAll(sources: readonly string[], run: Run): Promise<number> {
  const { client, interrupt, view, attempts } = run;
  const submitted = await submitAll(sources, run);
  const ids = submitted.map(({ id }) => id);
  await waitForAll(client, ids, view.show, interrupt);
  if (interrupt.aborted) {
    const own = submitted.filter(({ found }) => !found);
    await Promise.all(own.map(({ id }) => client.cancelTranscription(id).catch(() => {})));
    view.note('Stopped.');
    return 0;
  }
  view.done();
  for (const one of submitted) await writeOne(one, run);
  return attempts.failures();
}

/** Hands over all that can be. */
async function submitAll(sources: readonly string[], run: Run): Promise<Submitted[]> {
  const { attempt } = run.attempts;
  const submitted: Submitted[] = [];
  for (const source of sources) {
    const recordings = await attempt(source, () => recordingsOf(source, run));
    for (const recording of recordings ?? []) {
      const one = await attempt(recording, () => submitOne(recording, run));
      if (one !== null) submitted.push(one);
    }
  }
  return submitted;
}

function recordingsOf(
  source: string,
  { client, options, interrupt }: Run,
): Promise<readonly string[]> {
  const { yes, quiet, recursive } = options;
  if (!isLink(source)) return localRecordings(source, { recursive });
  return chooseRecordings(client, source, { yes, quiet, signal: interrupt });
}

/** Null where nothing of it may be written. */
async function submitOne(source: string, run: Run): Promise<Submitted | null> {
  const { client, options, interrupt, view, attempts } = run;
  const planned = isLink(source) ? null : await run.output.plan(fileStem(nameOf(source)));
  for (const reason of planned?.refused ?? []) attempts.fail(source, reason);
  if (planned?.targets.length === 0) return null;
  const { language, structure, model, again, speakersExpected: speakers_expected } = options;
  const asked = { language, structure, model, speakers_expected, again };
  const { transcription, found } = await submitSource(client, source, asked, interrupt);
  if (found) view.note(`${source}: transcribed before. Use --again to do it anew.`);
  return { id: transcription.id, found, targets: planned?.targets ?? null };
}

async function writeOne({ id, targets }: Submitted, run: Run): Promise<void> {
  const { client, output, view, attempts } = run;
  const { status, source, warnings, error } = await client.getTranscription(id, { words: false });
  const title = titleOf(source);
  for (const warning of warnings) view.note(`Note: ${warning.message}`);
  if (status !== 'completed') {
    return attempts.fail(title, error?.message ?? 'It failed.');
  }
  const planned = targets ? { targets, refused: [] } : await output.plan(fileStem(title));
  for (const reason of planned.refused) attempts.fail(title, reason);
  for (const reason of await output.write(id, planned.targets)) attempts.fail(title, reason);
}
